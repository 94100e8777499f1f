"""Every picture, drawn from a small run: the lines are finite and where they should be, and the file is not empty."""

import inspect

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

import shoal
import shoal.measure
import shoal.plot


@pytest.fixture(scope="module")
def fall() -> shoal.measure.History:
    """A ball of half of the water's density that falls from 0.2 m above the water."""
    scene = shoal.Scene()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500, position=(0, 0, 0.5))
    batch = shoal.Batch(scene, n_env=1, term_outputs=True, shape_outputs=True)
    return shoal.measure.history(batch, 1000, 0.004, every=2)


@pytest.fixture(scope="module")
def arm() -> shoal.measure.RightingArm:
    box = shoal.Body(shapes=[shoal.Shape.box((10, 2, 1.2))], density=500, com=(0, 0, -0.1))
    return shoal.measure.righting_arm(box, np.arange(0, 181, 10.0))


@pytest.fixture(scope="module")
def beads() -> list[shoal.measure.Settling]:
    return [shoal.measure.settling([1e-5, 1e-4, 1e-3], density) for density in (2500, 240)]


def lines(ax: Axes) -> dict[str, np.ndarray]:
    """The points of every line (n, 2), by its label."""
    return {str(line.get_label()): np.column_stack(line.get_data()) for line in ax.get_lines()}


def check(ax: Axes, tmp_path) -> Axes:
    """Both axes are named, something is drawn, and the file shows it."""
    assert ax.get_xlabel() and ax.get_ylabel() and ax.get_legend() is not None
    drawn = [points for points in lines(ax).values() if len(points)]
    assert all(np.isfinite(points).any(axis=0).all() for points in drawn)
    ax.figure.savefig(tmp_path / "a.png", dpi=60)
    pixels = pyplot.imread(tmp_path / "a.png")
    pyplot.close(ax.figure)
    inked = (pixels[..., :3].min(axis=-1) < 0.75).mean()
    assert 0.005 < inked < 0.9, inked
    return ax


def test_free_decay(fall, tmp_path):
    ax = check(shoal.plot.free_decay(fall, "heave"), tmp_path)
    assert ax.get_ylabel() == "heave, m"
    drawn = lines(ax)
    assert np.array_equal(drawn["heave"], np.column_stack((fall.time, fall.position[:, 2])))
    # the ball floats half under
    assert fall.position[-1, 2] == pytest.approx(0, abs=0.02)
    assert (np.diff(np.sign(drawn["extremes"][:, 1])) != 0).all() and any("period" in label for label in drawn)


def test_righting_arm(arm, tmp_path):
    drawn = lines(check(shoal.plot.righting_arm(arm, label="box"), tmp_path))
    phi = np.radians(drawn["box"][:4, 0])
    draft = 0.5 * 1.2 / 1.026021
    bm = 4 / 12 / draft
    gm = draft / 2 + bm - 0.5
    assert np.allclose(drawn["box"][:4, 1], np.sin(phi) * (gm + bm / 2 * np.tan(phi) ** 2), atol=1e-9)
    assert any(label.startswith("GM") for label in drawn) and any("vanishes" in label for label in drawn)


def test_drag_curve_and_terminal_velocity(beads, tmp_path):
    drawn = lines(check(shoal.plot.drag_curve(beads), tmp_path))
    re, cd = drawn["Brown and Lawler"].T
    assert np.allclose(cd, 24 / re * (1 + 0.150 * re**0.681) + 0.407 / (1 + 8710 / re), rtol=1e-12)
    assert len(drawn["falling, 2500 kg/m³"]) == len(drawn["rising, 240 kg/m³"]) == 3
    one = check(shoal.plot.terminal_velocity(beads[0]), tmp_path)
    speed = lines(one)["falling, 2500 kg/m³"][:, 1]
    assert np.array_equal(speed, -beads[0].velocity)
    assert one.get_xscale() == one.get_yscale() == "log"


def test_terms(fall, tmp_path):
    drawn = lines(check(shoal.plot.terms(fall, "force z"), tmp_path))
    assert {"buoyancy", "entry", "drag pressure", "radiation", "sum"} <= set(drawn) and "magnus" not in drawn
    # afloat, buoyancy is the weight
    assert drawn["buoyancy"][-1, 1] == pytest.approx(500 * np.pi * 0.036 * 9.81, rel=0.1)
    with pytest.raises(ValueError, match="one of force x"):
        shoal.plot.terms(fall, "lift")


def test_energy(fall, tmp_path):
    drawn = lines(check(shoal.plot.energy(fall), tmp_path))
    t, total = drawn["sum"].T
    before = t < np.sqrt(2 * 0.2 / 9.81) - 0.01
    assert np.allclose(total[before], total[0], rtol=1e-6), "nothing is lost before it touches the water"
    assert total[-1] < 0.05 * total[0] and min(points[:, 1].min() for points in drawn.values()) >= 0


def test_histories_without_terms_or_energies_are_refused():
    scene = shoal.Scene()
    scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500)
    bare = shoal.measure.history(shoal.Batch(scene), 2)
    with pytest.raises(ValueError, match="term_outputs"):
        shoal.plot.terms(bare)
    with pytest.raises(ValueError, match="shape_outputs"):
        shoal.plot.energy(bare)


def test_throughput(tmp_path):
    scene = shoal.Scene()
    scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500)
    measured = shoal.measure.throughput(scene, [1, 8, 64], [1, 2], dt=0.01, seconds=0.002)
    ax = check(shoal.plot.throughput(measured), tmp_path)
    assert np.array_equal(lines(ax)["2 threads"][:, 1], measured.rate[1])
    assert f"measured {measured.measured:%Y-%m-%d}" in ax.get_title(loc="left")


@pytest.mark.parametrize("equal", [True, False])
def test_hash_matrix(equal, tmp_path):
    scene = shoal.Scene()
    scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500)

    def prepare(batch: shoal.Batch) -> None:
        if batch.n_env == 3 and not equal:
            batch.position[0, 0, 0] = 1e-15

    matrix = shoal.measure.hash_matrix(scene, 3, 0.01, prepare, threads=[1, 2], n_env=[1, 3, 5])
    assert matrix.equal == equal
    ax = check(shoal.plot.hash_matrix(matrix), tmp_path)
    assert [t.get_text() for t in ax.texts] == [h[:8] for row in matrix.hashes for h in row]
    assert [t.get_weight() == "bold" for t in ax.texts] == [h != matrix.usual for row in matrix.hashes for h in row]
    colours = ax.collections[0].get_array()
    assert (np.ravel(colours) == [h != matrix.usual for row in matrix.hashes for h in row]).all()
    assert len(ax.get_legend().get_texts()) == (1 if equal else 2)


@pytest.mark.parametrize("name", shoal.plot.__all__)
def test_every_function_draws_into_the_axes_it_is_given(name, fall, arm, beads):
    what = {"righting_arm": arm, "drag_curve": beads, "terminal_velocity": beads}
    if name in ("throughput", "hash_matrix"):
        scene = shoal.Scene()
        scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500)
        measure = shoal.measure
        what["throughput"] = measure.throughput(scene, [1, 2], [1], seconds=1e-4) if name == "throughput" else None
        what["hash_matrix"] = measure.hash_matrix(scene, 1, threads=[1, 2], n_env=[1, 2])
    figure, axes = pyplot.subplots(1, 2)
    function = getattr(shoal.plot, name)
    assert function(what.get(name, fall), ax=axes[1]) is axes[1]
    assert inspect.signature(function).parameters["ax"].default is None
    assert axes[1].has_data() and not axes[0].has_data()
    pyplot.close(figure)
