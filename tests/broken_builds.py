"""usage: broken_builds.py COMPILE_COMMANDS_JSON SOURCE_DIR LINKER LIBRARY...

The checks can fail: builds the program with one scalar kernel broken in a way that only the last bits show, a fused
multiply-add that is not written or a function of the C library, and holds `shoal verify` to finding it. Against the
committed digests it names the first step that differs, between instruction sets also environment, body and field. The same
kernel compiled as it should be is found to be the same."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

KERNEL = re.compile(r"shoal_kernels_scalar\.dir/src/kernels/(\w+)\.c\.o$")
STEP = re.compile(r"step \d+")
FIRST = re.compile(r"step \d+, environment \d+, body '\w+', (position|quaternion|linear_velocity|angular_velocity|"
                   r"force|moment)\b")
HOW = ["--envs", "3", "--seed", "1", "--steps", "40"]  # those of tools/golden

CONTRACTED = ["-ffp-contract=fast", "-O2"]
LIBM = ["objcopy", "--redefine-sym", "Sleef_finz_powd1_u10purecfma=pow"]
BREAKS = [  # what, kernel, options of the compiler or what is run on the object, world
    ("as it should be", "terms", [], "crates"),
    ("contraction in the terms and the kick", "terms", CONTRACTED, "crates"),
    ("contraction in the faces of boxes", "faces_box", CONTRACTED, "crates"),
    ("contraction in free motion", "turn", CONTRACTED, "fluid_pool"),
    ("contraction in what cuts a mesh", "cut_mesh", CONTRACTED, "hull"),
    ("the C library's pow in a river", "medium", LIBM, "river"),
]


def output_of(entry):
    words = shlex.split(entry["command"])
    return words[words.index("-o") + 1]


def compiled(entry, options, out):
    """Compiles an object of the build with more options."""
    words = shlex.split(entry["command"])
    words[words.index("-o") + 1] = str(out)
    for option in ("-MF", "-MT"):  # files of the build
        if option in words:
            at = words.index(option)
            del words[at:at + 2]
    words = [word for word in words if word not in ("-MD", "ccache")]
    at = words.index("-c")
    subprocess.run(words[:at] + options + words[at:], check=True, cwd=entry["directory"])


def verify(program, world, *arguments):
    made = subprocess.run([program, "verify", source / f"examples/{world}.xml", *HOW, *arguments],
                          capture_output=True, text=True)
    return made.returncode, made.stdout + made.stderr


commands, source, linker, *libraries = sys.argv[1:]
libraries = [word if word[0] in "-/" else f"-l{word}" for word in libraries]
source = pathlib.Path(source)
entries = json.loads(pathlib.Path(commands).read_text())
kernels = {match[1]: entry for entry in entries if (match := KERNEL.search(output_of(entry)))}
tools = [pathlib.Path(entry["directory"]) / output_of(entry) for entry in entries
         if "shoal_program.dir" in output_of(entry)]
faults = 0
for what, kernel, options, world in BREAKS:
    with tempfile.TemporaryDirectory(prefix="broken-") as folder:
        broken, program = pathlib.Path(folder) / "kernel.o", pathlib.Path(folder) / "shoal"
        compiled(kernels[kernel], options if options is CONTRACTED else [], broken)
        if options is LIBM:
            subprocess.run([*LIBM, broken], check=True)
        # Before the library, whose own object of that kernel is then not taken.
        subprocess.run([linker, "-fopenmp", *tools, broken, *libraries, "-o", program], check=True)
        checks = [("against the committed digests", STEP,
                   verify(program, world, "--threads", "1", "--isa", "scalar", "--against",
                          source / f"examples/golden/{world}.hash"))]
        if any("shoal_kernels_avx2.dir" in output_of(entry) or "neon" in output_of(entry) for entry in entries):
            checks.append(("between instruction sets", FIRST, verify(program, world, "--threads", "1", "--isa", "all")))
        for check, names, (code, text) in checks:
            found = names.search(text)
            right = code == 1 and found if options else code == 0
            print(f"{what}, {check}: exit code {code}{', ' + found[0] if found and options else ''}")
            if not right:
                print(f"  and it should {'be found, and named' if options else 'not be found'}:\n{text}")
                faults += 1
sys.exit(bool(faults))
