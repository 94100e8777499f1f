"""What is measured, against closed forms."""

import numpy as np
import pytest

import shoal
import shoal.measure

RHO, G = 1000.0, 9.81
INVISCID = shoal.Coefficients(drag=0, skin_friction=0, magnus_lift=0, added_mass=0)


def floating(shape: shoal.Shape, scale: float = 0.0, **body: object) -> shoal.Scene:
    scene = shoal.Scene()
    scene.add_volume(medium=shoal.Medium(RHO, 0), wave_radiation=scale)
    scene.add_body(shapes=[shape], **body)
    return scene


def test_the_decay_of_an_exponential():
    damping, omega = 0.07, 2.0
    t = np.linspace(0, 20, 4001)
    damped = omega * np.sqrt(1 - damping**2)
    found = shoal.measure.decay(t, 0.3 + 0.5 * np.exp(-damping * omega * t) * np.cos(damped * t))
    assert found.period == pytest.approx(2 * np.pi / damped, rel=1e-7)
    assert found.natural_frequency == pytest.approx(omega, rel=1e-7)
    assert found.damping == pytest.approx(damping, rel=1e-7) and found.rest == pytest.approx(0.3, abs=1e-8)
    # between the extremes the cosine touches its envelope; there it is sqrt(1 - damping^2) of it
    expected = 0.5 * np.sqrt(1 - damping**2) * np.exp(-damping * omega * t)
    assert np.allclose(found.envelope(t), expected, rtol=1e-6)
    with pytest.raises(ValueError, match="0 extremes"):
        shoal.measure.decay(t, t)


def test_heave_of_a_box_that_radiates():
    """omega^2 = rho g A/m, and b = b_s b_w/(b_s + b_w) (docs/physics.md, "Wave radiation")."""
    a, draft = 4.0, 0.5
    mass, stiffness = RHO * a * draft, RHO * G * a
    omega = np.sqrt(stiffness / mass)
    b_s, b_w = RHO * omega**3 * a**2 / (2 * G), RHO * G * a / (2 * omega)
    damping = b_s * b_w / (b_s + b_w) / (2 * np.sqrt(stiffness * mass))
    still = shoal.Shape.box((2, 2, 1), coefficients=INVISCID)
    for scale in (0.0, 1.0):
        batch = shoal.Batch(floating(still, scale, mass=mass, position=(0, 0, 0.001)))
        run = shoal.measure.history(batch, 4000, 0.002)
        found = shoal.measure.decay(run.time, run.motion("heave"))
        # the step takes radiation implicitly, of first order: dt omega is 0.009
        assert found.natural_frequency == pytest.approx(omega, rel=0.003 if scale else 1e-4)
        assert found.damping == pytest.approx(scale * damping, rel=0.01, abs=1e-5)
        assert found.rest == pytest.approx(0, abs=1e-5)


def test_roll_of_a_box():
    """omega^2 = rho g V GM/I, GM = B^2/(12 T) + T/2 - KG; 1 degree."""
    b, h, length, draft = 2.0, 1.0, 4.0, 0.5
    volume = b * length * draft
    gm = b**2 / 12 / draft + draft / 2 - h / 2
    inertia = RHO * volume * (b**2 + h**2) / 12
    half = np.radians(1) / 2
    shape = shoal.Shape.box((length, b, h), coefficients=INVISCID)
    scene = floating(shape, mass=RHO * volume, quaternion=(np.cos(half), np.sin(half), 0, 0))
    run = shoal.measure.history(shoal.Batch(scene), 2000, 0.005)
    roll = run.motion("roll")
    assert roll[0] == pytest.approx(1) and np.abs(run.motion("pitch")).max() < 1e-9
    found = shoal.measure.decay(run.time, roll)
    assert 2 * np.pi / found.period == pytest.approx(np.sqrt(RHO * G * volume * gm / inertia), rel=1e-3)
    assert found.damping == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("air", [False, True])
def test_energy_is_kept_where_nothing_dissipates(air):
    """A box, a heeled box and a ball let go; without added mass the energy is that of the equations of motion."""
    for shape in (shoal.Shape.box((1, 1, 1), coefficients=INVISCID), shoal.Shape.sphere(0.6, coefficients=INVISCID)):
        scene = floating(shape, density=500, position=(0, 0, 0.4), quaternion=(0.96, 0.28, 0, 0))
        if air:
            scene.ambient = shoal.Medium(100.0, 0)
        run = shoal.measure.history(shoal.Batch(scene, shape_outputs=True), 1000, 0.002, every=20)
        total = sum(run.energy.values())
        swing = np.ptp(run.energy["potential"])
        assert len(run.time) == 51 and run.time[-1] == pytest.approx(2)
        assert swing > 100 and np.abs(total - total[0]).max() < 1e-4 * swing
        assert np.abs(run.energy["water"]).max() == 0


def test_energies_of_a_ball_under_water():
    """Kinetic m v^2/2, of the water rho V v^2/4, and potential that grows by (rho V - m) g for every metre down."""
    scene = floating(shoal.Shape.sphere(0.5), density=400, position=(0, 0, -5))
    batch = shoal.Batch(scene, shape_outputs=True, term_outputs=True)
    volume = np.pi / 6
    run = shoal.measure.history(batch, 100, 0.002, every=100)
    v, z = run.linear_velocity[-1, 2], run.position[-1, 2]
    assert run.energy["kinetic"][-1] == pytest.approx(400 * volume * v**2 / 2, rel=1e-12)
    assert run.energy["water"][-1] == pytest.approx(RHO * volume * v**2 / 4, rel=1e-12)
    assert np.diff(run.energy["potential"])[0] == pytest.approx(-600 * volume * G * (z + 5), rel=1e-9)
    assert run.terms["buoyancy"][:, 2] == pytest.approx([RHO * volume * G] * 2, rel=1e-12)


def test_history_keeps_what_the_batch_keeps():
    batch = shoal.Batch(floating(shoal.Shape.sphere(0.5), density=400), n_env=3)
    batch.position[2, 0, 0] = 7.0
    run = shoal.measure.history(batch, 10, 0.01, every=4, environment=2)
    assert run.time == pytest.approx([0, 0.04, 0.08, 0.1]) and run.terms == {} and run.energy == {}
    assert run.motion("surge")[0] == 7.0 and run.motion("yaw")[0] == 0
    assert np.array_equal(run.position[-1], batch.position[2, 0])
    with pytest.raises(ValueError, match="one of surge"):
        run.motion("leap")


def test_righting_arm_of_a_box_is_wall_sided():
    """GZ = sin(heel) (GM + BM tan^2(heel)/2) until the deck is wet."""
    b, h, draft, low = 2.0, 1.2, 0.6, 0.1
    box = shoal.Body(shapes=[shoal.Shape.box((10, b, h))], mass=RHO * 10 * b * draft, com=(0, 0, -low))
    bm = b**2 / 12 / draft
    gm = draft / 2 + bm - (h / 2 - low)
    arm = shoal.measure.righting_arm(box, np.arange(-30.0, 31, 5), medium=shoal.Medium(RHO, 1e-3))
    phi = np.radians(arm.heel)
    assert np.allclose(arm.gz, np.sin(phi) * (gm + bm / 2 * np.tan(phi) ** 2), rtol=0, atol=1e-9)
    assert arm.gm == pytest.approx(gm, rel=1e-6) and np.abs(arm.trim).max() < 1e-9
    # on its side the arm is the depth of the centre of mass under the middle, and upside down it is none
    side = shoal.measure.righting_arm(box, [90.0, 180.0], medium=shoal.Medium(RHO, 1e-3))
    assert side.gz == pytest.approx([low, 0], abs=1e-9) and side.vanishing == pytest.approx(180)
    assert side.height[1] == pytest.approx(h / 2 - draft + low, abs=1e-9)


def test_righting_arm_of_a_ball_and_trim_of_a_barge():
    """A ball's arm is its centre of mass's depth below its centre times sin(heel); weight ahead trims a barge by it."""
    ball = shoal.Body(shapes=[shoal.Shape.sphere(1)], density=500, com=(0, 0, -0.2))
    arm = shoal.measure.righting_arm(ball, np.arange(0, 181, 15.0))
    assert np.allclose(arm.gz, 0.2 * np.sin(np.radians(arm.heel)), atol=1e-9) and arm.vanishing == pytest.approx(180)
    assert arm.greatest == pytest.approx((90, 0.2)) and arm.gm == pytest.approx(0.2)
    length, draft, ahead = 10.0, 0.5, 0.1
    barge = shoal.Body(shapes=[shoal.Shape.box((length, 2, 1))], mass=RHO * 20 * draft, com=(ahead, 0, 0))
    trim = np.radians(shoal.measure.righting_arm(barge, [0.0], medium=shoal.Medium(RHO, 1e-3)).trim[0])
    bm, bg = length**2 / 12 / draft, 0.5 - draft / 2
    assert np.sin(trim) * (bm - bg + bm / 2 * np.tan(trim) ** 2) == pytest.approx(ahead * np.cos(trim), abs=1e-9)
    held = shoal.measure.righting_arm(barge, [0.0], medium=shoal.Medium(RHO, 1e-3), free_trim=False)
    assert held.trim[0] == 0


def test_a_hull_that_sinks_has_no_righting_arm():
    with pytest.raises(shoal.ArgumentError, match="to float"):
        shoal.measure.righting_arm(shoal.Body(shapes=[shoal.Shape.sphere(1)], density=2000))


@pytest.mark.parametrize("density", [2500, 240])
def test_terminal_velocities_are_on_the_drag_curve(density):
    run = shoal.measure.settling(np.geomspace(5e-6, 0.03, 9), density)
    assert run.reynolds.min() < 2e-4 and run.reynolds.max() > 2e4
    assert np.allclose(run.drag_coefficient, shoal.measure.brown_lawler(run.reynolds), rtol=1e-12)
    assert np.allclose(np.abs(run.velocity), run.speed_at(run.reynolds), rtol=1e-12)
    assert (np.sign(run.velocity) == (1 if density < 998 else -1)).all()
    stokes = abs(density - 998.2) * G * run.diameter[0] ** 2 / 18 / 1.002e-3
    assert abs(run.velocity[0]) == pytest.approx(stokes, rel=0.01)


def test_throughput_is_measured():
    scene = floating(shoal.Shape.box((1, 1, 1)), density=500)
    found = shoal.measure.throughput(scene, [1, 64], [1, 2], seconds=0.005)
    assert found.rate.shape == (2, 2) and (found.rate > 0).all() and found.isa in shoal.isas() and found.machine
    assert found.rate[0, 1] > found.rate[0, 0], "64 at once are faster than one"


def test_hashes_of_many_ways():
    scene = floating(shoal.Shape.box((1, 1, 1)), density=500, position=(0, 0, 0.2))
    same = shoal.measure.hash_matrix(scene, 20, 0.01, threads=[1, 2], isa=shoal.isas(), n_env=9)
    assert same.equal and len(same.hashes) == 2 and len(same.hashes[0]) == len(shoal.isas())
    sizes = shoal.measure.hash_matrix(scene, 20, 0.01, threads=[1, 2], n_env=[1, 5, 9])
    assert sizes.equal and (sizes.row, sizes.columns) == ("threads", [1, 5, 9])

    def heavier(batch: shoal.Batch) -> None:
        if batch.n_env == 5:
            batch.set_param("mass", 501.0)

    other = shoal.measure.hash_matrix(scene, 20, 0.01, heavier, threads=[1, 2], n_env=[1, 5, 9])
    assert not other.equal and [h == other.usual for h in other.hashes[0]] == [True, False, True]
    with pytest.raises(ValueError, match="two of the settings must be lists"):
        shoal.measure.hash_matrix(scene, 1, threads=[1, 2])
