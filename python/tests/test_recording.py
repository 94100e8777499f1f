"""Recordings are readable by h5py and by the program."""

import os
import subprocess

import numpy as np
import pytest

import shoal


def test_a_recording_is_replayed(tmp_path):
    program = os.environ.get("SHOAL_PROGRAM")
    scene = shoal.Scene()
    scene.add_volume(waves=[shoal.Wave((1, 0), 8, 0.2)])
    scene.add_body(shapes=[shoal.Shape.box((1, 1, 1))], density=500)
    batch = shoal.Batch(scene, n_env=5, term_outputs=True)
    batch.set_param("mass", np.linspace(400, 600, 5)[:, None])
    with shoal.Recording(tmp_path / "a.h5", scene, batch, every=10, terms=True) as recording:
        recording.step(4)
    with pytest.raises(shoal.FileError):
        shoal.Recording(tmp_path / "no" / "a.h5", scene, batch)
    if not program:
        pytest.skip("SHOAL_PROGRAM names no program")
    out = subprocess.run([program, "replay", tmp_path / "a.h5"], capture_output=True, text=True)
    assert out.returncode == 0, out.stdout + out.stderr
    assert batch.hash() in subprocess.run([program, "show", tmp_path / "a.h5"], capture_output=True, text=True).stdout
