"""usage: contract_off.py COMPILE_COMMANDS_JSON

Compiles products with sums and differences, by themselves and side by side as a compiler makes vectors of them, with the very
options of every object of the build but the benchmarks' peers: no fused multiply-add may come out, and no option may ask for
fast mathematics."""
import json
import pathlib
import re
import shlex
import subprocess
import sys

FAST = re.compile(r"-(Ofast|ffast-math|funsafe-math\S*|fassociative-math|freciprocal-math|ffinite-math-only)")
FUSED = re.compile(r"\bv?f(n?m(add|sub)|ml[as])\w*", re.IGNORECASE)
PROBE = """
double probe(double a, double b, double c);
double probe(double a, double b, double c) { return a * b + c; }
void beside(double *o, const double a[2], const double b[2], const double c[2]);
void beside(double *o, const double a[2], const double b[2], const double c[2])
{
    const double low = a[0] * b[0] - c[0], high = a[1] * b[1] + c[1];
    o[0] = low;
    o[1] = high;
}
void row(double *o, const double *a, int count);
void row(double *o, const double *a, int count)
{
    for (int k = 0; k < count; k++) {
        const double low = a[4 * k] * a[4 * k + 1] - a[4 * k + 2], high = a[4 * k + 1] * a[4 * k] + a[4 * k + 3];
        o[2 * k] = low;
        o[2 * k + 1] = high;
    }
}
"""


def options(entry):
    """The compiler and its options, without input, output and dependency files."""
    words, kept = shlex.split(entry["command"]), []
    skip = False
    for word in words:
        if skip or word in ("-c", "-MD", entry["file"]):
            skip = False
        elif word in ("-o", "-MF", "-MT"):
            skip = True
        else:
            kept.append(word)
    return tuple(kept)


def fault(command, language):
    if any(FAST.match(word) for word in command):
        return "asks for fast mathematics"
    made = subprocess.run([*command, "-O3", "-S", "-x", language, "-o", "-", "-"],
                          input=PROBE, capture_output=True, text=True)
    if made.returncode != 0:
        return f"does not compile the probe: {made.stderr}"
    fused = FUSED.search(made.stdout)
    return f"fuses a product and a sum into {fused[0]}" if fused else None


files = {}
for entry in json.loads(pathlib.Path(sys.argv[1]).read_text()):
    if "/bench/" in entry["file"]:
        continue
    language = "c++" if entry["file"].endswith(".cpp") else "c"
    files.setdefault((options(entry), language), []).append(entry["file"])
if not files:
    sys.exit("no object in the build: nothing was checked")
faults = [(names, command, why) for (command, language), names in files.items() if (why := fault(command, language))]
for names, command, why in faults:
    print(f"{names[0]} and {len(names) - 1} more: {why}\n    {shlex.join(command)}")
print(f"{sum(map(len, files.values()))} objects, {len(files)} sets of options, {len(faults)} at fault")
sys.exit(bool(faults))
