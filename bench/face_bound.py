#!/usr/bin/env python3
"""What llvm-mca takes for the least time of the loop over whole faces of a mesh, from the object file as it is linked.

usage: bench/face_bound.py OBJECT

OBJECT is faces_mesh.c.o of the kernels for AVX2 or AVX-512. The loop is the longest run of instructions without a jump that has the
most square roots; each of its vectors of faces has two, the second of which is skipped where no face meets the flow. Prints JSON:
cycles per face, the model of the processor, faces in the loop. Exit code 1 where llvm-mca has no model with these instructions.
"""
import json
import re
import subprocess
import sys

SKIP = 16  # instructions


def run(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def straight_runs(listing):
    """Runs of instructions that no jump leaves or enters, but for short ones that skip forward, which are not taken."""
    code = [(int(m[1], 16), m[2].strip()) for m in re.finditer(r"^\s+([0-9a-f]+):\s+(.*)$", listing, re.M)]
    place = {address: k for k, (address, _) in enumerate(code)}
    jumps = {k: place.get(int(m[1], 16)) for k, (_, text) in enumerate(code)
             if (m := re.match(r"j\w+\s+([0-9a-f]+)", text))}
    skips = {k for k, to in jumps.items() if to is not None and k < to <= k + SKIP and not code[k][1].startswith("jmp")}
    targets = {to for k, to in jumps.items() if k not in skips}
    part = []
    for k, (_, text) in enumerate(code):
        ends = k not in skips and text.startswith(("j", "ret", "call"))
        if (k in targets or ends) and part:
            yield part
            part = []
        if not ends and k not in skips:
            part.append(re.sub(r"\s*[#<].*", "", text))
    yield part


def model(register):
    """The machine's own, or, of AVX2, the nearest that this llvm-mca has."""
    for name in ("native", "znver3", "skylake") if register == "ymm" else ("native",):
        said = subprocess.run(["llvm-mca", f"-mcpu={name}", "-"], input=f"vaddpd %{register}0, %{register}1, %{register}2\n",
                              capture_output=True, text=True)
        if said.returncode == 0 and "warning" not in said.stderr:
            return name
    sys.exit("llvm-mca knows no processor like this one")


def main(path):
    def roots(part):
        return sum("vsqrtpd" in text for text in part)

    loop = max(straight_runs(run(["objdump", "-d", "--no-show-raw-insn", path])), key=lambda part: (roots(part), len(part)))
    register = "zmm" if any("zmm" in text for text in loop) else "ymm"
    faces = {"ymm": 4, "zmm": 8}[register] * roots(loop) // 2
    name = model(register)
    said = run(["llvm-mca", f"-mcpu={name}", "-iterations=200", "-"], input="\n".join(loop) + "\n")
    cycles = int(re.search(r"Total Cycles:\s+(\d+)", said)[1]) / 200
    throughput = float(re.search(r"Block RThroughput:\s+([\d.]+)", said)[1])
    print(json.dumps({"cycles_per_face": throughput / faces, "cycles_with_latencies": cycles / faces, "model": name,
                      "faces": faces, "instructions": len(loop)}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
