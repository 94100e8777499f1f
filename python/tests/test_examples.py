"""The examples run, and print what closed forms say."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/python"


def run(name: str, *options: object) -> str:
    command = [sys.executable, EXAMPLES / name, *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


def test_float_hull_is_the_readme_s_and_draws_what_archimedes_says():
    code = (EXAMPLES / "float_hull.py").read_text()
    assert f"```python\n{code}```" in (ROOT / "README.md").read_text()
    assert len(code.strip().splitlines()) <= 10
    draft, expected = numbers(run("float_hull.py"))
    assert expected == 400 / 998.2 and draft == pytest.approx(expected, abs=1e-10)


def test_righting_arm_of_a_box(tmp_path):
    b, h, draft = 2.0, 1.2, 0.6
    corners = [(x, y, z) for x in (-5, 5) for y in (-b / 2, b / 2) for z in (-h / 2, h / 2)]
    faces = "1 2 4 3|5 7 8 6|1 5 6 2|3 4 8 7|1 3 7 5|2 6 8 4".split("|")
    mesh = tmp_path / "box.obj"
    mesh.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "".join(f"f {f}\n" for f in faces))
    picture = tmp_path / "gz.png"
    options = ("--mass", 1000 * 10 * b * draft, "--com", 0, 0, -0.1, "--density", 1000, "--by", 15, "--out", picture)
    rows = [numbers(row) for row in run("righting_arm.py", mesh, *options).splitlines()[1:4]]
    bm = b**2 / 12 / draft
    gm = draft / 2 + bm - (h / 2 - 0.1)
    for heel, gz, trim in rows:
        phi = np.radians(heel)
        assert gz == pytest.approx(np.sin(phi) * (gm + bm / 2 * np.tan(phi) ** 2), abs=1e-6) and abs(trim) < 1e-4
    assert picture.stat().st_size > 5000


def test_righting_arm_of_the_boat():
    out = run("righting_arm.py", "--by", 30)
    assert re.search(r"GM 0\.79\d+ m, greatest arm .* vanishes at 1[34]\d", out)


def test_thousand_seas(tmp_path):
    """The deviation of heave is that of the surface, but for the sampling: 100 seas of some 8 periods each."""
    picture = tmp_path / "seas.png"
    out = run("thousand_seas.py", "--envs", 100, "--time", 60, "--height", 0.8, "--out", picture)
    deviation, expected = numbers(out.split("standard deviation")[1])[:2]
    assert expected == 0.2 and deviation == pytest.approx(expected, rel=0.06)
    mean = numbers(out.split("mean")[1])[0]
    assert abs(mean) < 0.1 * expected and picture.stat().st_size > 20000


def test_verify_runs():
    program = os.environ.get("SHOAL_PROGRAM")
    out = run("verify_runs.py", "--envs", 5, "--steps", 40, "--program", program or "/no/program").splitlines()
    assert out[-1] == "equal" and len(out) == (4 if program else 3)
    assert len({line.split()[0] for line in out[:-1]}) == 1
