"""Views, steps, parameters, forces, resets, saves: what the C interface does, through NumPy."""

import gc
import json
import math
import os
import subprocess
import threading
import time

import numpy as np
import pytest

import shoal

RHO, G = 998.2, 9.81


def cube_scene(density: float = 500.0, bodies: int = 1) -> shoal.Scene:
    scene = shoal.Scene()
    scene.add_volume(waves=[shoal.Wave((1, 0), 8.0, 0.2)])
    scene.ambient = shoal.Medium.air()
    for i in range(bodies):
        scene.add_body(
            shapes=[shoal.Shape.box((1, 1, 1))], density=density, name=f"cube_{i}", position=(3.0 * i, 0, 0.1)
        )
    return scene


def test_views_are_the_memory_of_the_batch():
    batch = shoal.Batch(cube_scene(bodies=2), n_env=5)
    position = batch.position
    assert position.shape == (5, 2, 3) and position.dtype == np.float64
    assert np.shares_memory(position, batch.position)
    position[3, 1, 2] = 7.5
    assert batch.field("position")[3, 1, 2] == 7.5
    batch.reset()
    assert position[3, 1, 2] == 0.1, "what the library writes is seen through an old view"
    batch.step(3)
    assert np.array_equal(position, batch.position) and position[3, 1, 2] != 0.1
    assert position[:, 1, 2].flags.c_contiguous


def test_a_view_keeps_its_batch():
    position = shoal.Batch(cube_scene(), n_env=1000).position
    gc.collect()
    position[...] = 4.0
    assert (position == 4.0).all()


def test_dlpack_shares_the_memory():
    batch = shoal.Batch(cube_scene(), n_env=4)
    other = np.from_dlpack(batch.position)
    batch.position[2, 0, 1] = 3.25
    assert other[2, 0, 1] == 3.25


@pytest.mark.parametrize("name", ["force", "moment", "added_mass", "submerged_volume"])
def test_what_the_library_writes_has_no_setter(name):
    batch = shoal.Batch(cube_scene())
    with pytest.raises(AttributeError):
        setattr(batch, name, 0.0)


def test_an_unfinished_name_is_refused_with_the_list():
    batch = shoal.Batch(cube_scene())
    with pytest.raises(shoal.ArgumentError, match="one of position, quaternion"):
        batch.field("positions")


def archimedes(batch: shoal.Batch) -> np.ndarray:
    batch.forces("buoyancy")
    return batch.force[:, 0, 2] - RHO * G * batch.submerged_volume[:, 0, 0]


def test_forces_against_archimedes():
    scene = shoal.Scene()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.box((1, 1, 1))], density=500)
    batch = shoal.Batch(scene, n_env=11, term_outputs=True)
    batch.position[:, 0, 2] = np.linspace(-0.6, 0.6, 11)
    assert np.abs(archimedes(batch)).max() < 1e-9
    wet = np.clip(0.5 - np.linspace(-0.6, 0.6, 11), 0, 1)
    assert np.allclose(batch.submerged_volume[:, 0, 0], wet, rtol=0, atol=1e-15)
    assert np.array_equal(batch.term("buoyancy")[:, 0, :3], batch.force[:, 0])
    batch.position[...] = (0, 0, -9)
    batch.forces()
    m = shoal.matrix(batch.added_mass)
    assert m.shape == (11, 1, 6, 6) and np.array_equal(m, m.swapaxes(-1, -2))
    assert np.allclose(m[:, 0, 0, 0], 0.68 * RHO, rtol=1e-3), "DNV-RP-C205: 0.68 rho a^3"


def test_parameters_for_each_environment():
    batch = shoal.Batch(cube_scene(bodies=2), n_env=4)
    batch.set_param("mass", [[1], [2], [3], [4]], "cube_1")
    assert np.array_equal(batch.get_param("mass", "cube_1")[:, 0], [1, 2, 3, 4])
    batch.set_param("mass", 9.0, 1, environment=2)
    assert np.array_equal(batch.get_param("mass", 1)[:, 0], [1, 2, 9, 4])
    batch.set_param("gravity", (0, 0, -1.62))
    assert np.array_equal(batch.get_param("gravity"), np.tile((0, 0, -1.62), (4, 1)))
    assert batch.param_places("mass") == [(0, 0), (1, 0)]
    before = batch.get_param("mass", 1)
    with pytest.raises(shoal.ArgumentError, match="-3"):
        batch.set_param("mass", -3.0, 1)
    with pytest.raises(IndexError):
        batch.set_param("mass", 1.0, 1, environment=4)
    assert np.array_equal(batch.get_param("mass", 1), before)


def test_masked_reset_leaves_the_others():
    batch, twin = (shoal.Batch(cube_scene(), n_env=6) for _ in range(2))
    for b in (batch, twin):
        b.step(20)
    mask = np.array([True, False, True, False, False, True])
    batch.reset(mask)
    assert (batch.steps == np.where(mask, 0, 20)).all() and (batch.time[mask] == 0).all()
    for i in np.flatnonzero(~mask):
        assert batch.environment_hash(i) == twin.environment_hash(i)
        assert (batch.position[i] == twin.position[i]).all()
    with pytest.raises(TypeError, match="booleans"):
        batch.reset(mask.astype(int))
    with pytest.raises(shoal.ArgumentError, match=r"\(5,\)"):
        batch.reset(mask[:5])


def test_the_same_bits_as_the_program(tmp_path):
    program = os.environ.get("SHOAL_PROGRAM")
    if not program:
        pytest.skip("SHOAL_PROGRAM names no program")
    world = tmp_path / "w.xml"
    scene = cube_scene(bodies=3)
    scene.write_world(world)
    run = subprocess.run(
        [program, "run", world, "--envs", "7", "--steps", "50", "--quiet", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    expected = json.loads(run.stdout.splitlines()[-1])["summary"]["hash"]
    for isa in shoal.isas():
        for threads in (1, 2):
            batch = shoal.Batch(shoal.Scene.from_file(world), 7, threads=threads, isa=isa)
            batch.step(50)
            assert batch.hash() == expected
    batch = shoal.Batch(scene, 7)
    for _ in range(50):
        batch.step()
    assert batch.hash() == expected


def test_save_and_restore(tmp_path):
    batch = shoal.Batch(cube_scene(), n_env=3)
    batch.step(10)
    saved = batch.save()
    batch.save(tmp_path / "a.state")
    batch.step(10)
    end = batch.hash()
    for source in (saved, tmp_path / "a.state"):
        again = shoal.Batch(cube_scene(), n_env=3)
        again.restore(source)
        again.step(10)
        assert again.hash() == end
    with pytest.raises(shoal.FormatError):
        batch.restore(saved[:-1])
    with pytest.raises(shoal.FileError, match="nowhere"):
        batch.restore(tmp_path / "nowhere")
    assert batch.hash() == end


def test_a_frozen_body_is_told():
    batch = shoal.Batch(cube_scene(), n_env=3)
    batch.position[1, 0, 0] = math.nan
    batch.step()
    assert batch.flags.tolist() == [[0], [shoal.FLAGS["not_finite"]], [0]]
    (report,) = batch.reports
    assert (report.environment, report.body, report.flags) == (1, 0, ["not_finite"])


def test_no_environments():
    batch = shoal.Batch(cube_scene(), n_env=0)
    batch.step(3)
    assert batch.position.shape == (0, 1, 3) and batch.flags.shape == (0, 1)


def test_force_callback():
    scene = shoal.Scene()
    scene.add_body(mass=2.0, inertia=np.eye(3))
    batch = shoal.Batch(scene, n_env=2)
    times = []

    def spring(b, t, dt):
        times.append(t[0])
        b.external_wrench[:, 0, 0] = -8.0 * b.position[:, 0, 0]

    batch.position[:, 0, :] = [[1, 0, 0], [2, 0, 0]]
    batch.set_param("gravity", (0, 0, 0))
    batch.set_force(spring)
    batch.step(1000, 1e-3)
    assert np.allclose(batch.position[:, 0, 0], [math.cos(2), 2 * math.cos(2)], atol=1e-5)
    assert times[:2] == pytest.approx([0.5e-3, 1.5e-3])

    def broken(b, t, dt):
        raise KeyError("mine")

    before = batch.position.copy()
    batch.set_force(broken)
    with pytest.raises(KeyError, match="mine"):
        batch.step()
    assert (batch.position == before).all()
    batch.set_force(None)
    batch.step()


def test_sampler():
    scene = shoal.Scene()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.sphere(0.5)], density=500)
    batch = shoal.Batch(scene, n_env=5)
    asked = []

    def tide(points, samples):
        asked.append(points.position.shape)
        samples.surface_height[:] = points.environment

    batch.set_sampler(0, tide)
    batch.position[:, 0, 2] = 2.0
    batch.forces()
    assert np.allclose(batch.submerged_volume[:, 0, 0], np.pi / 6 * np.array([0, 0, 0.5, 1, 1]), atol=1e-12)
    batch.step(3)
    assert asked == [(5, 3)] * 4

    def broken(points, samples):
        raise ZeroDivisionError

    batch.set_sampler(0, broken)
    with pytest.raises(ZeroDivisionError):
        batch.step()
    batch.set_sampler(0, None)
    batch.step()


def test_other_threads_run_while_it_steps():
    """Two batches stepped from two Python threads are both inside of the library at one time."""
    batches = [shoal.Batch(cube_scene(), n_env=3000, threads=1) for _ in range(2)]
    spans: list[list[float]] = [[], []]

    def run(i):
        for _ in range(20):
            spans[i] += [time.monotonic()]
            batches[i].step(20)
            spans[i] += [time.monotonic()]

    threads = [threading.Thread(target=run, args=(i,)) for i in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    first, second = (list(zip(s[::2], s[1::2])) for s in spans)
    assert any(a < d and c < b for a, b in first for c, d in second)
    assert batches[0].hash() == batches[1].hash()


def test_a_python_thread_runs_during_a_step():
    batch = shoal.Batch(cube_scene(), n_env=20000, threads=1)
    count, done = [0], [False]

    def counter():
        while not done[0]:
            count[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=counter)
    thread.start()
    before = count[0]
    batch.step(20)
    after = count[0]
    done[0] = True
    thread.join()
    assert after - before > 10
