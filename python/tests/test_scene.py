"""Scenes: every fluid and every shape, files, and what is refused."""

import gc

import numpy as np
import pytest

import shoal

CUBE = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
CUBE_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
     [1, 5, 7], [1, 7, 3]]
)  # fmt: skip

FLUIDS = {
    "still": shoal.Volume(medium=shoal.Medium.seawater(), bottom_height=-30),
    "waves": shoal.Volume(waves=[shoal.Wave((1, 1), 9, 0.3, 0.1), shoal.Wave((0, 1), 5, 0.1)]),
    "sea": shoal.Volume(sea=shoal.Sea(0.5, 4, components=16, spreading=8, seed=3, discretisation="jittered_step")),
    "long_crested": shoal.Volume(sea=shoal.Sea(0.5, 4, type="pierson_moskowitz", gamma=1), grid_spacing=1),
    "ocean": shoal.Volume(
        ocean=shoal.Ocean(
            significant_height=0.4, peak_period=4, patches=[shoal.OceanPatch(64, 32), shoal.OceanPatch(9, 16)]
        )
    ),
    "ocean_of_waves": shoal.Volume(
        ocean=shoal.Ocean(
            choppiness=0, patches=[shoal.OceanPatch(50, 16, components=[shoal.OceanComponent(1, 2, 0.2)])]
        )
    ),
    "plane": shoal.Volume(sampler=shoal.Plane(0.1, (0.01, 0), acceleration=(-0.0981, 0, 0))),
    "river": shoal.Volume(river=shoal.River(40, 5, 2, slope=1e-3), bottom_height=-5),
    "current": shoal.Volume(
        current=shoal.Current(np.ones((2, 3, 4, 3)), first=(0, 0, -5), last=(4, 3, 0)),
        current_place=shoal.CurrentPlace(scale=0.5),
    ),
    "changing_current": shoal.Volume(
        current=shoal.Current(np.ones((3, 1, 2, 2, 3)), last=(4, 3, 0), times=(0, 1, 2), period=3)
    ),
}
SHAPES = {
    "sphere": lambda: shoal.Shape.sphere(0.5),
    "box": lambda: shoal.Shape.box((1, 0.8, 0.6), box_added_mass="potential"),
    "cylinder": lambda: shoal.Shape.cylinder(0.3, 1.0, offset=(0.1, 0, 0), offset_quaternion=(0.6, 0.8, 0, 0)),
    "capsule": lambda: shoal.Shape.capsule(0.3, 0.5, coefficients=shoal.Coefficients(drag=0.8, added_mass=0.5)),
    "ellipsoid": lambda: shoal.Shape.ellipsoid((0.5, 0.3, 0.4), faces="fine"),
    "mesh": lambda: shoal.Shape.of_mesh(shoal.Mesh(CUBE, CUBE_FACES), algorithm="surface_exact"),
    "voxels": lambda: shoal.Shape.of_voxels(
        shoal.Voxels.fill((CUBE, CUBE_FACES), 0.1), voxel=shoal.VoxelForces(linear_drag=0.5)
    ),
}


@pytest.mark.parametrize("fluid", FLUIDS)
def test_every_shape_in_every_fluid(fluid):
    """They float, and a scene that is written and read back makes the same bits."""
    scene = shoal.Scene()
    scene.ambient = shoal.Medium.air(velocity=(3, 0, 0))
    scene.add_volume(FLUIDS[fluid])
    for i, (name, shape) in enumerate(SHAPES.items()):
        scene.add_body(name=name, shapes=[shape()], density=600, position=(2.0 * i, 0.3, 0.05))
    assert scene.bodies == list(SHAPES) and scene.volumes == 1
    batch = shoal.Batch(scene, n_env=2)
    batch.step(40)
    assert np.isfinite(batch.position).all() and not batch.flags.any()
    assert (batch.submerged_volume > 0).all()


def test_written_and_read_back(tmp_path):
    scene = shoal.Scene()
    scene.ambient = shoal.Medium.air()
    scene.gravity = (0, 0, -9.8)
    scene.timestep, scene.time = 0.003, 1.5
    scene.add_volume(FLUIDS["waves"])
    for i, name in enumerate(("sphere", "box", "cylinder", "capsule", "ellipsoid", "mesh")):
        scene.add_body(name=name, shapes=[SHAPES[name]()], density=600, position=(2.0 * i, 0.3, 0.05))
    scene.write_world(tmp_path / "w.xml")
    scene.write_case(tmp_path / "c.json")
    digests = set()
    for s in (scene, *(shoal.Scene.from_file(tmp_path / f) for f in ("w.xml", "c.json"))):
        assert (s.gravity == (0, 0, -9.8)).all() and s.ambient == shoal.Medium.air()
        batch = shoal.Batch(s, n_env=2)
        batch.step(20, 0.003)
        digests.add(batch.hash())
    assert len(digests) == 1


@pytest.mark.parametrize("fluid", FLUIDS)
def test_a_scene_told_by_its_parts(fluid):
    """volume() and body() give back all that was added: a scene made of them makes the same bits."""
    scene, copy = shoal.Scene(), shoal.Scene()
    scene.add_volume(FLUIDS[fluid])
    for i, (name, shape) in enumerate(SHAPES.items()):
        matrix = np.diag([0.1, 0.2, 0.3, 0, 0, 0]) if name == "box" else None
        more = [] if name == "voxels" else [shoal.Shape.sphere(0.2, offset=(0.1, 0, 0), added_mass_matrix=matrix)]
        scene.add_body(name=name, shapes=[shape(), *more], density=600, position=(2.0 * i, 0.3, 0.05))
    copy.add_volume(scene.volume(0))
    for name in scene.bodies:
        copy.add_body(scene.body(name))
    assert copy.bodies == scene.bodies and copy.volume(-1) == scene.volume(0)
    hashes = set()
    for s in (scene, copy):
        batch = shoal.Batch(s)
        batch.step(20)
        hashes.add(batch.hash())
    assert len(hashes) == 1


def test_what_is_read_back_has_names_and_kinds():
    scene = shoal.Scene()
    scene.add_volume(sea=shoal.Sea(0.5, 4, discretisation="jittered_step", seed=9))
    scene.add_body(
        shapes=[SHAPES["box"](), SHAPES["mesh"](), shoal.Shape.sphere(1, faces=5)], density=600, type="static"
    )
    volume, body = scene.volume(0), scene.body(0)
    assert (volume.sea.discretisation, volume.sea.seed, volume.waves, volume.current) == ("jittered_step", 9, [], None)
    assert body.type == "static" and [s.type for s in body.shapes] == ["box", "mesh", "sphere"]
    assert [s.faces for s in body.shapes] == ["default", "default", 5] and body.shapes[0].box_added_mass == "potential"
    assert body.shapes[1].algorithm == "surface_exact" and body.shapes[0].coefficients.enabled is True
    assert np.array_equal(body.shapes[1].mesh.vertices, CUBE)
    with pytest.raises(IndexError):
        scene.body(1)


def test_a_mesh_that_is_read_back_outlives_its_scene():
    scene = shoal.Scene()
    scene.add_body(shapes=[SHAPES["mesh"]()], density=600)
    mesh = scene.body(0).shapes[0].mesh
    del scene
    gc.collect()
    assert mesh.report.volume == pytest.approx(1, rel=1e-15) and mesh.memory > 0 and mesh.file is None


def test_files_of_meshes(tmp_path):
    lines = [f"v {x} {y} {z}" for x, y, z in CUBE] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in CUBE_FACES]
    path = tmp_path / "cube.obj"
    path.write_text("\n".join(lines))
    mesh, voxels = shoal.Mesh.load(path, scale=(2, 1, 1)), shoal.Voxels.load(path, 0.1, scale=(2, 1, 1))
    assert mesh.report.volume == pytest.approx(2, rel=1e-15) and voxels.report.volume == pytest.approx(2, rel=1e-12)
    assert mesh.file == voxels.file == str(path) and voxels.memory > 0


def test_a_sloping_plane_that_pushes_nothing_is_warned_of():
    volume = shoal.Volume(sampler=shoal.Plane(slope=(0.1, 0)))
    assert shoal.Volume().warning is None and "acceleration" in volume.warning
    scene = shoal.Scene()
    with pytest.warns(UserWarning, match="acceleration"):
        scene.add_volume(volume)
    assert scene.volumes == 1


def test_currents_tell_their_grid():
    velocity = np.arange(36.0).reshape(3, 2, 1, 2, 3)
    grid = shoal.Current(velocity, last=(4, 0, 3), times=(0, 1, 2), period=3).grid
    assert np.array_equal(grid.velocity, velocity) and grid.last.tolist() == [4, 0, 3]
    assert grid.times.tolist() == [0, 1, 2] and grid.period == 3 and grid.file is None
    assert shoal.Current(velocity[0], last=(4, 0, 3)).grid.times is None


def test_settings_of_a_world(tmp_path):
    world = tmp_path / "w.xml"
    world.write_text('<raisim><params><param name="high" value="1"/></params></raisim>')
    with pytest.raises(shoal.FormatError, match="w.xml"):
        shoal.Scene.from_file(world, low=3)
    with pytest.raises(shoal.FileError, match="missing.xml"):
        shoal.Scene.from_file(tmp_path / "missing.xml")


@pytest.mark.parametrize(
    "fields, sentence",
    [
        ({"shapes": [shoal.Shape.sphere(-1.0)], "density": 1}, "radius is -1"),
        ({"shapes": [shoal.Shape.box((1, 1))], "density": 1}, r"shape of size is \(2,\)"),
        ({"shapes": [shoal.Shape.sphere(1, algorithm="exactly")], "density": 1}, "one of exact, fast"),
        ({"shapes": [shoal.Shape.sphere(1)]}, "mass"),
        ({"shapes": [shoal.Shape.sphere(1)], "mass": 1, "inertia": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]}, "symmetric"),
        ({"shapes": [shoal.Shape.sphere(1)], "density": 1, "quaternion": (1, 1, 0, 0)}, "quaternion"),
    ],
)
def test_a_bad_body_is_refused_with_a_sentence(fields, sentence):
    scene = shoal.Scene()
    with pytest.raises(ValueError, match=sentence):
        scene.add_body(**fields)
    assert scene.bodies == []


def test_wrong_kinds_are_type_errors():
    scene = shoal.Scene()
    with pytest.raises(TypeError, match=r"shapes\[0\].*shoal.Shape"):
        scene.add_body(shapes=["sphere"], density=1)
    with pytest.raises(TypeError, match="shoal.Sea"):
        scene.add_volume(sea=0.5)
    with pytest.raises(TypeError, match="radiuss"):
        shoal.Shape.sphere(1, radiuss=1)


def test_an_open_mesh_is_refused_and_can_be_filled():
    with pytest.raises(shoal.ArgumentError, match="open"):
        shoal.Mesh(CUBE, CUBE_FACES[:-2])
    voxels = shoal.Voxels.fill((CUBE, CUBE_FACES[:-2]), 0.1)
    assert voxels.report.volume == pytest.approx(1.0, rel=1e-12) and voxels.cells.shape == (1000, 3)


def test_mesh_report_and_mass_properties():
    report = shoal.Mesh(CUBE, CUBE_FACES, scale=(2, 1, 1)).report
    assert (report.volume, report.area) == pytest.approx((2, 10), rel=1e-15)
    assert report.added_mass.shape == (36,) and report.inertia.shape == (6,)
    got = shoal.Body(shapes=[shoal.Shape.box((2, 3, 4))], mass=12.0).mass_properties()
    assert np.allclose(got.inertia[[0, 3, 5]], [25, 20, 13]) and got.volume == pytest.approx(24)


def test_mass_of_parts():
    """A hull of cells with lead under it, by Huygens and Steiner."""
    hull = shoal.Voxels.fill(shoal.Shape.box((2, 1, 1)), 0.1).mass_properties(mass=600)
    assert hull.mass == 600 and hull.volume == pytest.approx(2, rel=1e-12)
    assert hull.inertia[[0, 3, 5]] == pytest.approx([600 * s / 12 for s in (2, 5, 5)], rel=1e-12)
    assert shoal.Voxels.fill(shoal.Shape.box((2, 1, 1)), 0.1).mass_properties(density=300).mass == pytest.approx(600)
    lead = shoal.MassProperties.point(400, (0, 0, -1))
    both = shoal.MassProperties.combine([hull, lead])
    assert both.mass == 1000 and both.com == pytest.approx([0, 0, -0.4], abs=1e-15)
    assert both.inertia[0] == pytest.approx(600 * (2 / 12 + 0.4**2) + 400 * 0.6**2, rel=1e-12)
    assert both.inertia[5] == pytest.approx(600 * 5 / 12, rel=1e-12) and both.volume == hull.volume
    body = shoal.Body(shapes=[shoal.Shape.box((2, 1, 1))], mass=both.mass, com=both.com, inertia=both.inertia)
    assert body.mass_properties().inertia == pytest.approx(both.inertia)
    with pytest.raises(shoal.ArgumentError, match="part 1: mass is -1"):
        shoal.MassProperties.combine([hull, shoal.MassProperties.point(-1, (0, 0, 0))])
    with pytest.raises(shoal.ArgumentError, match="1 part or more"):
        shoal.MassProperties.combine([])


def test_sea_states():
    sea = shoal.Sea(2.0, 8.0, components=200, seed=4)
    waves = sea.waves()
    assert sum(w.amplitude**2 / 2 for w in waves) == pytest.approx(2.0**2 / 16, rel=1e-12)
    assert sea.report().energy == pytest.approx(0.25, rel=1e-12)
    by_sea, by_waves = (shoal.Scene() for _ in range(2))
    by_sea.add_volume(sea=sea)
    by_waves.add_volume(waves=waves)
    heights = [shoal.SurfaceSampler(shoal.Batch(s))([[0, 0], [5, 3]], 7.0).height.tolist() for s in (by_sea, by_waves)]
    assert heights[0] == heights[1]


def test_surfaces():
    scene = shoal.Scene()
    scene.add_volume(waves=[shoal.Wave((1, 0), 2 * np.pi, 0.5)])
    batch = shoal.Batch(scene)
    x = np.linspace(0, 6, 7)
    omega = np.sqrt(9.81)
    at = shoal.SurfaceSampler(batch)(np.column_stack((x, 0 * x)), 1.0)
    assert np.allclose(at.height, 0.5 * np.cos(x - omega), atol=1e-13)
    assert np.allclose(at.rise_rate, 0.5 * omega * np.sin(x - omega), atol=1e-13)
    grid = shoal.SurfaceGrid(batch, spacing=0.01)
    grid.update((0, 0), (6, 1), 1.0)
    assert grid.height_at(2.345, 0.5) == pytest.approx(0.5 * np.cos(2.345 - omega), abs=0.5 * 0.01**2 / 8 * 1.01)
    assert np.isnan(grid.height_at(7.0, 0.5)) and grid.knows_rise_rate
