"""Environments shared out over batches: hashes and saves are those of one batch."""

import numpy as np
import pytest

import shoal


def seas(first: int, count: int, steps: int = 15) -> shoal.Batch:
    scene = shoal.Scene()
    scene.add_volume(sea=shoal.Sea(0.5, 4, components=8))
    scene.add_body(shapes=[shoal.Shape.box((2, 1, 1)), shoal.Shape.sphere(0.4)], density=500)
    batch = shoal.Batch(scene, n_env=count, faces=4)
    seeds = range(first, first + count)
    batch.set_param("sea", [[0.5, 4, 3.3, 1, 0, float("inf"), seed] for seed in seeds])
    batch.step(steps, 0.01)
    return batch


def test_shared_out_and_put_together():
    whole, parts = seas(0, 7), [seas(0, 3), seas(3, 4)]
    hashes = [part.environment_hash(i) for part in parts for i in range(part.n_env)]
    assert shoal.join_hashes(hashes) == whole.hash()
    saved = shoal.join_saves([part.save() for part in parts])
    assert saved == whole.save() and shoal.saved_environments(saved) == 7
    part = seas(0, 2, steps=0)
    part.restore(saved, first=4)
    assert np.array_equal(part.position, whole.position[4:6])
    assert part.environment_hash(1) == whole.environment_hash(5)
    with pytest.raises(shoal.ArgumentError):
        part.restore(saved, first=6)


def test_what_is_no_part_is_refused(tmp_path):
    batch = seas(0, 2)
    saved = batch.save()
    with pytest.raises(shoal.FormatError):
        shoal.saved_environments(saved[:-1])
    with pytest.raises(shoal.FormatError):
        shoal.join_saves([saved[:-8]])
    with pytest.raises(shoal.ArgumentError, match="32 hexadecimal digits"):
        shoal.join_hashes(["12"])
    with pytest.raises(TypeError, match="bytes"):
        batch.restore(tmp_path / "a", first=0)


def test_what_a_batch_is_made_of():
    batch = seas(0, 1)
    assert batch.shapes() == 2 and batch.faces == 4
    assert shoal.Batch(shoal.Scene()).faces == "standard"
