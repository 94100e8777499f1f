"""Arrays of every kind: the same numbers as a contiguous float64 copy, or an error; never a silent difference."""

import numpy as np
import pytest

import shoal

N = 6


def batch() -> shoal.Batch:
    scene = shoal.Scene()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.sphere(0.5)], density=500)
    return shoal.Batch(scene, n_env=N)


def poses() -> np.ndarray:
    """(N, 7): position and unit quaternion."""
    rng = np.random.default_rng(1)
    p = rng.normal(size=(N, 7))
    p[:, 3:] /= np.linalg.norm(p[:, 3:], axis=1, keepdims=True)
    return p


KINDS = {
    "c_order": lambda p: np.ascontiguousarray(p),
    "fortran_order": lambda p: np.asfortranarray(p),
    "every_second": lambda p: np.repeat(p, 2, axis=0)[::2],
    "reversed": lambda p: np.ascontiguousarray(p[::-1])[::-1],
    "transposed": lambda p: np.ascontiguousarray(p.T).T,
    "big_endian": lambda p: p.astype(">f8"),
    "read_only": lambda p: np.frombuffer(p.tobytes()).reshape(p.shape),
    "list": lambda p: p.tolist(),
    "single": lambda p: p.astype(np.float32),
    "half": lambda p: p.astype(np.float16),
}


@pytest.mark.parametrize("kind", KINDS)
def test_fields_take_any_layout(kind):
    given = KINDS[kind](poses())
    as_double = np.array(given, dtype=np.float64)
    kept = np.array(given, copy=True)
    b = batch()
    given_array = np.asarray(given)
    b.position = given_array[:, None, :3]
    b.quaternion = given_array[:, None, 3:]
    assert np.array_equal(b.position[:, 0], as_double[:, :3])
    assert np.array_equal(b.quaternion[:, 0], as_double[:, 3:])
    assert np.array_equal(np.asarray(given), kept), "what is given is left as it was"


@pytest.mark.parametrize("kind", KINDS)
def test_parameters_and_points_take_any_layout(kind):
    rows = np.abs(poses()[:, :5]) + 1
    b, twin = batch(), batch()
    given = KINDS[kind](rows)
    b.set_param("volume_medium", given)
    twin.set_param("volume_medium", np.array(given, dtype=np.float64, order="C"))
    assert np.array_equal(b.get_param("volume_medium"), twin.get_param("volume_medium"))
    xy = KINDS[kind](rows[:, :2])
    assert np.array_equal(shoal.SurfaceSampler(b)(xy, 0.0).height, np.zeros(N))


@pytest.mark.parametrize("kind", ["c_order", "fortran_order", "every_second", "reversed", "transposed", "big_endian"])
def test_meshes_take_any_layout(kind):
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
    faces = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    swap = {"big_endian": lambda t: t.astype(">i4")}.get(kind, KINDS[kind])
    mesh = shoal.Mesh(KINDS[kind](points), swap(faces))
    assert mesh.report.volume == pytest.approx(1 / 6, rel=1e-15)
    assert np.array_equal(mesh.vertices[mesh.triangles].mean(axis=(0, 1)), points[faces].mean(axis=(0, 1)))


@pytest.mark.parametrize(
    "values",
    [
        np.zeros((N, 1, 8)),
        np.zeros((N + 1, 1, 3)),
        np.zeros((0, 1, 3)),
        np.zeros((N, 3)),
        np.zeros((1, N, 1, 3)),
        np.zeros(1),
    ],
)
def test_a_wrong_shape_is_refused(values):
    b = batch()
    before = b.position.copy()
    with pytest.raises(ValueError, match="shape of position"):
        b.position = values
    assert np.array_equal(b.position, before)


@pytest.mark.parametrize("values", [1j, "1", None, np.array([object()] * 3), np.array(["2026-01-01"], "M8[D]")])
def test_what_is_no_real_number_is_refused(values):
    b = batch()
    before = b.position.copy()
    with pytest.raises((TypeError, ValueError)):
        b.position = values
    with pytest.raises((TypeError, ValueError)):
        b.set_param("mass", values)
    assert np.array_equal(b.position, before)


def test_one_row_for_all_and_one_number_for_all():
    b = batch()
    b.position = (1, 2, 3)
    assert np.array_equal(b.position, np.tile((1.0, 2, 3), (N, 1, 1)))
    b.linear_velocity = 0
    assert not b.linear_velocity.any()


def test_triangles_that_are_no_integers_are_refused():
    points = np.zeros((3, 3))
    for faces in ([[0.0, 1.0, 2.0]], [0, 1, 2], [[0, 1, 2, 0]]):
        with pytest.raises(TypeError, match="integers of shape"):
            shoal.Mesh(points, faces)


def test_flags_are_read_only():
    with pytest.raises(ValueError):
        batch().flags[0, 0] = 1
