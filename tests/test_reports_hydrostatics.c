// Faults that users of other simulators reported, restated: volumes, centres of buoyancy, gravity and mass properties.
// The source of each is named as repository and issue. Water of 1000 kg/m^3, g = 9.81 m/s^2 and every coefficient off
// where nothing else is said.
#include "check.h"
#include "each_shape.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

static const double pi = 3.141592653589793, upright[4] = {1.0, 0.0, 0.0, 0.0};

static ShoalBatch *hold(ShoalScene *scene)
{
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static ShoalBatch *hold_in_water(const ShoalBodyDef *def)
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    add(scene, def);
    return hold(scene);
}

// A shape of half the water's density at height z, turned by q.
static ShoalBatch *hold_shape(const ShoalShapeDef *shape, double z, const double q[4])
{
    ShoalBodyDef def = body_of(shape, 500.0 * shape_volume(shape), 0.0, 0.0, z);
    memcpy(def.quaternion, q, sizeof def.quaternion);
    return hold_in_water(&def);
}

static double wet_volume(ShoalBatch *batch) { return shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0); }

static void wet_centroid(ShoalBatch *batch, double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, k);
    }
}

static void wrench(ShoalBatch *batch, double out[6])
{
    get3(batch, SHOAL_FORCE, 0, 0, out);
    get3(batch, SHOAL_MOMENT, 0, 0, out + 3);
}

// gazebosim/gz-sim#3892, #1305, #1389: the water plane was not turned into the shape's frame, so logs flipped.
// Cylinder r 0.3, length 2, axis along x, centre at height h: A = r^2 acos(h/r) - h sqrt(r^2 - h^2), V = A L,
// centroid z = h - (2/3) (r^2 - h^2)^1.5 / A.
static const struct {
    const char *row;
    double height, volume, force, centroid;
} logs[] = {
    {"half under", 0.0, 0.2827433388230814, 2773.7121538544284, -0.12732395447351627},
    {"lifted", 0.1, 0.16500415262641566, 1618.6907372651376, -0.08284321243074036},
};

static void log_on_its_side(void **state)
{
    (void)state;
    double across[4], spin[4], both[4];
    quat_axis(0.0, 1.0, 0.0, 0.5 * pi, across);
    for (size_t i = 0; i < COUNT(logs); i++) {
        for (int variant = 0; variant < 4; variant++) {
            const int in_shape = variant & 1, spun = variant & 2;
            const char *row =
                row_name("%s, %s pose%s", logs[i].row, in_shape ? "shape's" : "body's", spun ? ", spun" : "");
            quat_axis(0.0, 0.0, 1.0, spun ? 1.5 : 0.0, spin);
            quat_mul(across, spin, both);
            ShoalShapeDef shape = statics(cylinder(0.3, 2.0));
            if (in_shape) {
                memcpy(shape.offset_quaternion, both, sizeof both);
            }
            ShoalBatch *batch = hold_shape(&shape, logs[i].height, in_shape ? upright : both);
            double w[6], c[3];
            wrench(batch, w);
            wet_centroid(batch, c);
            check_rel(row, wet_volume(batch), logs[i].volume, 1e-9);
            check_rel(row, w[2], logs[i].force, 1e-9);
            check_rel(row, c[2] + logs[i].height, logs[i].centroid, 1e-9);
            check_vector(row, w + 3, (double[3]){0.0}, 3, 1e-9, logs[i].force * 2.0);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// The lifted log and a capsule as it a hair off the level, by angles down to the rounding of their quaternions: the
// righting moment is -rho g (I - V b) angle, I of the waterplane about y and b the depth of the wet centroid under the
// centre, up to the angle's cube. With a = sqrt(r^2 - h^2), of the strip I = 2 a L^3/12, of the half discs at its ends
// pi a^2 L^2/4 + 4 a^3 L/3 + pi a^4/4; the caps together are the cap of a sphere of height r - h.
static void log_almost_level(void **state)
{
    (void)state;
    const double r = 0.3, h = 0.1, l = 2.0, a2 = r * r - h * h, a = sqrt(a2);
    const double strip = a * l * l * l / 6.0, discs = 0.25 * pi * a2 * (l * l + a2) + 4.0 / 3.0 * a * a2 * l;
    const double cap = pi * (r - h) * (r - h) * (2.0 * r + h) / 3.0,
                 cap_moment = 0.25 * pi * a2 * a2; // V b of the caps
    const double volume[2] = {logs[1].volume, logs[1].volume + cap};
    const double moment[2] = {logs[1].volume * (h - logs[1].centroid),
                              logs[1].volume * (h - logs[1].centroid) + cap_moment};
    const double lever[2] = {strip - moment[0], strip + discs - moment[1]};
    for (int capped = 0; capped < 2; capped++) {
        const ShoalShapeDef shape = statics(capped ? capsule(r, l) : cylinder(r, l));
        for (int digits = 5; digits <= 17; digits++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                const double angle = sign * pow(10.0, -digits), want[3] = {0.0, -9810.0 * lever[capped] * angle, 0.0};
                double q[4], w[6];
                quat_axis(0.0, 1.0, 0.0, 0.5 * pi + angle, q);
                ShoalBatch *batch = hold_shape(&shape, h, q);
                wrench(batch, w);
                const char *row = row_name("%s off by %g", capped ? "capsule" : "log", angle);
                check_vector(row, w + 3, want, 3, 1e-9 * fabs(angle) + 1e-15, 9810.0);
                check_abs(row, wet_volume(batch), volume[capped], 1e-12 + angle * angle);
                shoal_batch_destroy(batch);
            }
        }
    }
    check_end();
}

// The same for every shape: a turn means the same in the body's pose and in the shape's.
static void turn_of_body_and_of_shape(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 40 * SHAPE_TYPES; i++) {
        double outer[4], inner[4], both[4], w[2][6], c[2][3], v[2];
        random_quaternion(&seed, outer);
        random_quaternion(&seed, inner);
        quat_mul(outer, inner, both);
        ShoalShapeDef shape = statics(each_shape(i % SHAPE_TYPES));
        const double z = between(&seed, -0.15, 0.15);
        for (int in_shape = 0; in_shape < 2; in_shape++) {
            memcpy(shape.offset_quaternion, in_shape ? inner : upright, sizeof inner);
            ShoalBatch *batch = hold_shape(&shape, z, in_shape ? outer : both);
            wrench(batch, w[in_shape]);
            wet_centroid(batch, c[in_shape]);
            v[in_shape] = wet_volume(batch);
            shoal_batch_destroy(batch);
        }
        const char *row = row_name("%s %d", each_name(i % SHAPE_TYPES), i);
        check_abs(row, v[1], v[0], 1e-12 * shape_volume(&shape));
        check_vector(row, c[1], c[0], 3, 1e-11, 1.0);
        check_vector(row, w[1], w[0], 6, 1e-11, w[0][2]);
    }
    check_end();
}

// capytaine/capytaine#320, #575, sandialabs/WecOptTool#338: near a face in the surface a small change of draft did
// nothing. A prism of height 1 with its bottom at -draft: V = A min(draft, 1), exactly 0 at 0.
static const double drafts[] = {
    0.0, 0.1, 0.2, 0.3, 0.3 + 5e-4,  0.4, 0.5 - 1e-15, 0.5,        0.5 + 1e-15,
    0.6, 0.7, 0.8, 0.9, 1.0 - 1e-12, 1.0, 1.0 + 1e-12, 1.0 + 5e-4,
};

static void face_in_the_surface(void **state)
{
    (void)state;
    const double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int variant = 0; variant < 14; variant++) {
        const int round = variant >= 12; // upright and upside down
        const ShoalShapeDef shape = statics(round ? cylinder(0.5, 1.0) : box(1.0, 1.0, 1.0));
        const double area = round ? 0.25 * pi : 1.0;
        double q[4];
        quat_axis(axes[variant / 4 % 3][0], axes[variant / 4 % 3][1], axes[variant / 4 % 3][2],
                  round ? (variant % 2) * pi : (variant % 4) * 0.5 * pi, q);
        for (size_t i = 0; i < COUNT(drafts); i++) {
            const char *row = row_name("%s, turn %d, draft %.17g", round ? "cylinder" : "box", variant, drafts[i]);
            const double z = 0.5 - drafts[i], want = area * fmin(0.5 - z, 1.0);
            ShoalBatch *batch = hold_shape(&shape, z, q);
            double w[6], c[3];
            wrench(batch, w);
            wet_centroid(batch, c);
            check_abs(row, wet_volume(batch), want, 1e-12);
            check_abs(row, w[2], 9810.0 * want, 9810.0 * 1e-12);
            check_vector(row, w + 3, (double[3]){0.0}, 3, 1e-9, 1.0);
            if (variant % 12 == 0 && drafts[i] == 0.0) {
                check_true(row, wet_volume(batch) == 0.0 && w[2] == 0.0, "a volume of exactly 0");
            }
            if (want > 0.0) {
                check_vector(row, c, (double[3]){0.0, 0.0, 0.5 * want / area - 0.5}, 3, 1e-12, 1.0);
            }
            check_range(row, c[0] * c[0] + c[1] * c[1] + c[2] * c[2], 0.0, 0.76); // finite and within the shape
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// A unit cube on an edge and on a corner, the lowest point at -depth; edges or corners in the surface at round depths.
static double cube_on_edge(double depth)
{
    const double half = sqrt(0.5);
    return depth <= half ? depth * depth : 1.0 - (2.0 * half - depth) * (2.0 * half - depth);
}

static double cube_on_corner(double depth)
{
    double volume = 0.0;
    const double s = depth * sqrt(3.0), sign[4] = {1.0, -3.0, 3.0, -1.0};
    for (int k = 0; k < 4 && s > k; k++) {
        volume += sign[k] * (s - k) * (s - k) * (s - k) / 6.0;
    }
    return volume;
}

static void edge_and_corner_in_the_surface(void **state)
{
    (void)state;
    const ShoalShapeDef cube = statics(box(1.0, 1.0, 1.0));
    const double nudges[] = {-5e-4, -1e-12, -1e-15, 0.0, 1e-15, 1e-12, 5e-4};
    double edge[4], corner[4];
    quat_axis(1.0, 0.0, 0.0, 0.25 * pi, edge);
    quat_axis(sqrt(0.5), -sqrt(0.5), 0.0, acos(sqrt(1.0 / 3.0)), corner);
    for (int on_corner = 0; on_corner < 2; on_corner++) {
        const int levels = on_corner ? 4 : 3;
        const double between_levels = on_corner ? sqrt(1.0 / 3.0) : sqrt(0.5);
        const double reach = 0.5 * (levels - 1) * between_levels;
        for (int level = 0; level < levels; level++) {
            for (size_t i = 0; i < COUNT(nudges); i++) {
                const double z = reach - (level * between_levels + nudges[i]), depth = fmax(reach - z, 0.0);
                ShoalBatch *batch = hold_shape(&cube, z, on_corner ? corner : edge);
                const char *row = row_name("%s, level %d, nudge %g", on_corner ? "corner" : "edge", level, nudges[i]);
                const double want =
                    fmin(on_corner ? cube_on_corner(depth) : cube_on_edge(fmin(depth, 2.0 * reach)), 1.0);
                double w[6];
                wrench(batch, w);
                check_abs(row, wet_volume(batch), want, 1e-12);
                check_range(row, wet_volume(batch), 0.0, 1.0);
                check_vector(row, w + 3, (double[3]){0.0}, 3, 1e-9, 1.0);
                shoal_batch_destroy(batch);
            }
        }
    }
    check_end();
}

// mcanet/STL-Volume-Model-Calculator#33, hanzemeng/MeshSlicerFree#1: volumes cancelled away far from the origin.
// Far away in the world, and shapes far away in their body's frame. An ulp at 1e6 is 1.2e-10 m.
static void far_from_the_origin(void **state)
{
    (void)state;
    double q[4];
    quat_axis(0.0, 1.0, 0.0, pi / 9.0, q);
    for (int type = 0; type <= SHAPE_TYPES; type++) { // the last is the unit cube
        double w[3][6];
        ShoalMassProperties mass[2];
        for (int far = 0; far < 3; far++) {
            ShoalShapeDef shape = statics(type == SHAPE_TYPES ? box(1.0, 1.0, 1.0) : each_shape(type));
            for (int k = 0; k < 3; k++) {
                shape.offset[k] = far == 2 ? 100000.5 : 0.0;
            }
            ShoalBodyDef def = body_of(&shape, 500.0 * shape_volume(&shape), 0.0, 0.0, 0.05);
            def.position[0] = far == 1 ? 1e6 : 0.0;
            def.position[1] = far == 1 ? -1e6 : 0.0;
            memcpy(def.quaternion, q, sizeof q);
            assert_int_equal(shoal_mass_properties(&def, &mass[far == 2], NULL), SHOAL_OK);
            ShoalBatch *batch = hold_in_water(&def);
            wrench(batch, w[far]);
            shoal_batch_destroy(batch);
        }
        const char *row = type == SHAPE_TYPES ? "unit cube" : each_name(type);
        check_vector(row_name("%s in a far place", row), w[1], w[0], 6, 1e-9, w[0][2]);
        check_vector(row_name("%s far in its frame", row), w[2], w[0], 6, 1e-9, w[0][2]);
        check_rel(row, mass[1].volume, mass[0].volume, 1e-15);
        check_vector(row, mass[1].inertia, mass[0].inertia, 6, 1e-9, mass[0].inertia[0]);
    }
    ShoalShapeDef pair[2] = {box(1.0, 0.5, 0.25), sphere(0.4)};
    ShoalBodyDef def = body_of(pair, 100.0, 0.0, 0.0, 0.0);
    def.shape_count = 2;
    ShoalMassProperties mass[2];
    for (int far = 0; far < 2; far++) {
        for (int k = 0; k < 3; k++) {
            pair[0].offset[k] = 100000.0 * far;
            pair[1].offset[k] = 100000.0 * far + 0.5;
        }
        assert_int_equal(shoal_mass_properties(&def, &mass[far], NULL), SHOAL_OK);
    }
    check_vector("pair far in its frame", mass[1].inertia, mass[0].inertia, 6, 1e-9, mass[0].inertia[0]);
    check_end();
}

// srmainwaring/asv_wave_sim#35, gazebosim/gz-sim#3909, #1302, FloatingArrayDesign/MoorDyn#207: buoyancy at the wrong
// point. Frame, centroid and centre of mass (0.1, 0, 0.3) all differ; the body is deep and turned by +90 degrees about
// x, (x, y, z) -> (x, -z, y). Box on box: V = 0.5 + 0.25, centroid (0, 0, 0.5); from the centre of mass (-0.1, 0, 0.2),
// turned (-0.1, -0.2, 0); F = 7357.5. One unit box at (0.2, -0.1, 0.25): (0.1, -0.1, -0.05), turned (0.1, 0.05, -0.1),
// F = 9810.
static void frame_centroid_and_centre_of_mass(void **state)
{
    (void)state;
    ShoalShapeDef stack[2] = {statics(box(1.0, 1.0, 0.5)), statics(box(0.5, 0.5, 1.0))},
                  single = statics(box(1.0, 1.0, 1.0));
    stack[0].offset[2] = 0.25;
    stack[1].offset[2] = 1.0;
    memcpy(single.offset, (double[3]){0.2, -0.1, 0.25}, sizeof single.offset);
    const struct {
        const char *row;
        const ShoalShapeDef *shapes;
        int count;
        double wrench[6];
    } bodies[] = {
        {"box on box", stack, 2, {0.0, 0.0, 7357.5, -1471.5, 735.75, 0.0}},
        {"one box", &single, 1, {0.0, 0.0, 9810.0, 490.5, -981.0, 0.0}},
    };
    for (size_t i = 0; i < COUNT(bodies); i++) {
        ShoalBodyDef def = body_of(bodies[i].shapes, 400.0, 0.0, 0.0, -10.0);
        def.shape_count = bodies[i].count;
        def.com_given = 1;
        memcpy(def.com, (double[3]){0.1, 0.0, 0.3}, sizeof def.com);
        quat_axis(1.0, 0.0, 0.0, 0.5 * pi, def.quaternion);
        ShoalBatch *batch = hold_in_water(&def);
        double w[6];
        wrench(batch, w);
        check_vector(bodies[i].row, w, bodies[i].wrench, 6, 1e-12, bodies[i].wrench[2]);
        shoal_batch_destroy(batch);

        memcpy(def.angular_velocity, (double[3]){1.0, 2.0, -0.5}, sizeof def.angular_velocity); // in no fluid at all
        ShoalScene *scene = scene_empty();
        assert_int_equal(shoal_scene_set_gravity(scene, (double[3]){0.0}, NULL), SHOAL_OK);
        add(scene, &def);
        batch = batch_one(scene);
        step(batch, 0.01, 100);
        double position[3];
        get3(batch, SHOAL_POSITION, 0, 0, position);
        check_equal_bits(row_name("%s turns about its centre of mass", bodies[i].row), position, def.position,
                         sizeof position);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// The same for every shape, at any attitude: F = rho g V at the centroid.
static void lever_of_every_shape(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 20 * SHAPE_TYPES; i++) {
        ShoalShapeDef shape = statics(each_shape(i % SHAPE_TYPES));
        double lever[3], turned[3], w[6];
        ShoalBodyDef def = body_of(&shape, 300.0, 5.0, -2.0, -10.0);
        def.com_given = 1;
        for (int k = 0; k < 3; k++) {
            shape.offset[k] = between(&seed, -1.0, 1.0);
            def.com[k] = between(&seed, -1.0, 1.0);
            lever[k] = shape.offset[k] - def.com[k];
        }
        random_quaternion(&seed, shape.offset_quaternion);
        random_quaternion(&seed, def.quaternion);
        rotate(def.quaternion, lever, turned);
        ShoalBatch *batch = hold_in_water(&def);
        wrench(batch, w);
        const double f = 9810.0 * shape_volume(&shape), want[6] = {0.0, 0.0, f, turned[1] * f, -turned[0] * f, 0.0};
        check_vector(row_name("%s %d", each_name(i % SHAPE_TYPES), i), w, want, 6, 1e-12, f);
        shoal_batch_destroy(batch);
    }
    check_end();
}

static void check_mass(const char *row, const ShoalShapeDef *shapes, int count, double density, double mass,
                       const double com[3], const double inertia[6])
{
    ShoalMassProperties p;
    ShoalBodyDef def = shoal_body_def();
    def.density = density;
    def.shapes = shapes;
    def.shape_count = count;
    assert_int_equal(shoal_mass_properties(&def, &p, NULL), SHOAL_OK);
    check_rel(row, p.mass, mass, 1e-12);
    check_vector(row_name("%s: centre of mass", row), p.com, com, 3, 1e-12, 1.0);
    check_vector(row_name("%s: inertia", row), p.inertia, inertia, 6, 1e-12, fabs(inertia[0]));
}

// NVIDIA/warp#251, mikedh/trimesh#733: a mean of corners taken for a mean over the volume. The cube [0, 1]^3 of 700
// kg/m^3 has 700 kg, its centre at (0.5, 0.5, 0.5) and m/6 = 116.6667 about it, however it is made of boxes.
static void cube_of_boxes(void **state)
{
    (void)state;
    const double centre[3] = {0.5, 0.5, 0.5}, inertia[6] = {700.0 / 6.0, 0.0, 0.0, 700.0 / 6.0, 0.0, 700.0 / 6.0};
    ShoalShapeDef whole = box(1.0, 1.0, 1.0), eighths[8], slabs[40], turned[3];
    memcpy(whole.offset, centre, sizeof centre);
    for (int i = 0; i < 8; i++) {
        eighths[i] = box(0.5, 0.5, 0.5);
        for (int k = 0; k < 3; k++) {
            eighths[i].offset[k] = (i >> k & 1) ? 0.75 : 0.25;
        }
    }
    for (int i = 0; i < 40; i++) { // half the cube in 39 slabs, the other half in one
        const double low = i ? 0.5 + (i - 1) / 78.0 : 0.0, high = i ? 0.5 + i / 78.0 : 0.5;
        slabs[i] = box(high - low, 1.0, 1.0);
        memcpy(slabs[i].offset, (double[3]){0.5 * (low + high), 0.5, 0.5}, sizeof slabs[i].offset);
    }
    turned[0] = box(1.0, 0.25, 1.0); // its own y along z
    memcpy(turned[0].offset, (double[3]){0.5, 0.5, 0.125}, sizeof turned[0].offset);
    quat_axis(1.0, 0.0, 0.0, 0.5 * pi, turned[0].offset_quaternion);
    turned[1] = box(1.0, 0.4, 0.75); // its own x along y, its own y against x
    memcpy(turned[1].offset, (double[3]){0.2, 0.5, 0.625}, sizeof turned[1].offset);
    quat_axis(0.0, 0.0, 1.0, 0.5 * pi, turned[1].offset_quaternion);
    turned[2] = box(0.75, 1.0, 0.6); // its own x along z
    memcpy(turned[2].offset, (double[3]){0.7, 0.5, 0.625}, sizeof turned[2].offset);
    quat_axis(0.0, 1.0, 0.0, 0.5 * pi, turned[2].offset_quaternion);
    check_mass("one box", &whole, 1, 700.0, 700.0, centre, inertia);
    check_mass("eight boxes", eighths, 8, 700.0, 700.0, centre, inertia);
    check_mass("forty slabs", slabs, 40, 700.0, 700.0, centre, inertia);
    check_mass("turned pieces", turned, 3, 700.0, 700.0, centre, inertia);
    check_end();
}

// Closed forms of every shape, of cylinders in a row, of a dumbbell, and of a turned box with products of inertia.
static void inertia_of_round_bodies(void **state)
{
    (void)state;
    const double origin[3] = {0.0}, r = 0.3, h = 0.8;
    const double tube = pi * r * r * h, ball = 4.0 / 3.0 * pi * r * r * r;
    const ShoalShapeDef one_sphere = sphere(r), one_cylinder = cylinder(r, h), one_capsule = capsule(r, h);
    const double of_sphere = 0.4 * ball * r * r;
    check_mass("sphere", &one_sphere, 1, 1.0, ball, origin,
               (double[6]){of_sphere, 0.0, 0.0, of_sphere, 0.0, of_sphere});
    const double across = tube * (3.0 * r * r + h * h) / 12.0, along = 0.5 * tube * r * r;
    check_mass("cylinder", &one_cylinder, 1, 1.0, tube, origin, (double[6]){across, 0.0, 0.0, across, 0.0, along});
    const double caps_across = across + ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r);
    check_mass("capsule", &one_capsule, 1, 1.0, tube + ball, origin,
               (double[6]){caps_across, 0.0, 0.0, caps_across, 0.0, along + of_sphere});

    ShoalShapeDef row[3], dumbbell[2] = {sphere(r), sphere(r)}, leaning = box(0.5, 0.9, 0.7);
    const double lengths[3] = {0.1, 0.3, 0.4}, places[3] = {-0.35, -0.15, 0.2};
    for (int i = 0; i < 3; i++) {
        row[i] = cylinder(r, lengths[i]);
        row[i].offset[2] = places[i];
    }
    check_mass("three cylinders", row, 3, 1.0, tube, origin, (double[6]){across, 0.0, 0.0, across, 0.0, along});
    dumbbell[0].offset[1] = 1.0;
    dumbbell[1].offset[1] = -1.0;
    check_mass("dumbbell", dumbbell, 2, 1.0, 2.0 * ball, origin,
               (double[6]){2.0 * (of_sphere + ball), 0.0, 0.0, 2.0 * of_sphere, 0.0, 2.0 * (of_sphere + ball)});
    quat_axis(0.0, 0.0, 1.0, pi / 6.0, leaning.offset_quaternion); // I' = R diag(a, b, c) R^T
    const double m = 0.315, a = m * (0.81 + 0.49) / 12.0, b = m * (0.25 + 0.49) / 12.0, c = m * (0.25 + 0.81) / 12.0;
    check_mass("box turned by 30 degrees", &leaning, 1, 1.0, m, origin,
               (double[6]){0.75 * a + 0.25 * b, 0.25 * sqrt(3.0) * (a - b), 0.0, 0.25 * a + 0.75 * b, 0.0, c});
    check_end();
}

// turbinesFoam/turbinesFoam#328: acos of a hair over 1 at tangency. The lowest point at -delta, then the highest point.
static const double deltas[] = {-1e-8, -1e-12, -1e-16, 0.0, 1e-16, 1e-12, 1e-8};

static void just_touching_just_under(void **state)
{
    (void)state;
    const struct {
        const char *row;
        ShoalShapeDef shape;
        double turn, reach; // about y; from the centre to the lowest point
        int round;          // the reach is a rounded number, the tip may be an ulp off
    } bodies[] = {
        {"sphere", sphere(0.5), 0.0, 0.5, 0},
        {"tilted capsule", capsule(0.25, 1.0), pi / 6.0, 0.25 + 0.5 * sqrt(0.75), 1},
        {"upright capsule", capsule(0.25, 1.0), 0.0, 0.75, 0},
        {"lying capsule", capsule(0.25, 1.0), 0.5 * pi, 0.25, 1},
        {"upright cylinder", cylinder(0.5, 1.0), 0.0, 0.5, 0},
        {"lying cylinder", cylinder(0.5, 1.0), 0.5 * pi, 0.5, 1},
        {"tilted cylinder", cylinder(0.5, 1.0), 0.25 * pi, sqrt(0.5), 1},
        {"upright box", box(1.0, 1.0, 1.0), 0.0, 0.5, 0},
        {"box on an edge", box(1.0, 1.0, 1.0), 0.25 * pi, sqrt(0.5), 1},
    };
    for (size_t i = 0; i < COUNT(bodies); i++) {
        const ShoalShapeDef shape = statics(bodies[i].shape);
        const double volume = shape_volume(&shape), small = bodies[i].round ? 1e-14 : 0.0;
        double q[4];
        quat_axis(0.0, 1.0, 0.0, bodies[i].turn, q);
        for (int under = 0; under < 2; under++) {
            double before = 0.0;
            for (size_t d = 0; d < COUNT(deltas); d++) {
                const double z = (under ? -bodies[i].reach : bodies[i].reach) - deltas[d];
                const char *row =
                    row_name("%s, %s point at %g", bodies[i].row, under ? "highest" : "lowest", -deltas[d]);
                ShoalBatch *batch = hold_shape(&shape, z, q);
                double w[6], c[3];
                wrench(batch, w);
                wet_centroid(batch, c);
                const double wet = wet_volume(batch);
                const double plane = shape_get(batch, SHOAL_SHAPE_WATERPLANE_AREA, 0, 0, 0);
                check_range(row, wet, before, shape_get(batch, SHOAL_SHAPE_VOLUME, 0, 0, 0));
                before = wet;
                check_range(row, plane, 0.0, 2.0);
                check_range(row, c[0] * c[0] + c[1] * c[1] + c[2] * c[2], 0.0, 0.76); // finite and within the shape
                for (int k = 0; k < 6; k++) {
                    check_range(row, w[k], -10000.0, 10000.0);
                }
                if (!under && z - bodies[i].reach >= small) {
                    check_true(row, wet == 0.0, "no wet volume");
                }
                if (under && z + bodies[i].reach <= -small) {
                    check_rel(row, wet, volume, 1e-15);
                }
                if (bodies[i].shape.type == SHOAL_SPHERE &&
                    deltas[d] == (under ? -1e-8 : 1e-8)) { // from the stored doubles
                    const double h = under ? z + 0.5 : 0.5 - z, cap = pi * h * h * (1.5 - h) / 3.0;
                    check_rel(row, plane, pi * (h - h * h), 1e-6);
                    if (!under) {
                        check_rel(row, wet, cap, 1e-6);
                        check_rel(row, wet, 1.5708e-16, 1e-5);
                        check_rel(row, plane, 3.14159e-8, 1e-5);
                        check_rel(row, c[2], -0.75 * (1.0 - h) * (1.0 - h) / (1.5 - h), 1e-6);
                    }
                }
                shoal_batch_destroy(batch);
            }
        }
    }
    check_end();
}

// uuvsimulator/uuv_simulator#126, ArduPilot/ardupilot#34060, idmillington/cyclone-physics#45, schteppe/p2.js#263,
// srmainwaring/asv_wave_sim#138: a wrong factor in the submerged part, a level hard-wired to 0.
static ShoalBatch *hold_at_level(const ShoalShapeDef *shape, double level, double above, const double q[4])
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){.density = 1000.0};
    volume.surface_height = level;
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, level + above);
    memcpy(def.quaternion, q, sizeof def.quaternion);
    add(scene, &def);
    return hold(scene);
}

static void level_that_is_not_zero(void **state)
{
    (void)state;
    static const double rows[][2] = {{-0.6, 1.0},  {-0.5, 1.0}, {-0.25, 0.75}, {0.0, 0.5},
                                     {0.25, 0.25}, {0.5, 0.0},  {0.6, 0.0}};
    ShoalMesh *m = mesh_from(cube_triangles(4)); // some of its rows of vertices are at the level
    const ShoalShapeDef cubes[2] = {statics(box(1.0, 1.0, 1.0)), statics(mesh(m))};
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const double above = rows[i / 2][0], volume = rows[i / 2][1];
        ShoalBatch *batch = hold_at_level(&cubes[i % 2], -25.0, above, upright);
        const char *row = row_name("%s %g above the level", i % 2 ? "mesh" : "box", above);
        check_abs(row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), volume, 1e-12);
        check_abs(row, get(batch, SHOAL_FORCE, 0, 0, 2), 9810.0 * volume, 9810.0 * 1e-12);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(m);
    uint64_t seed = 3;
    for (int i = 0; i < 10 * SHAPE_TYPES; i++) { // levels that are powers of 2 keep the height over them
        const ShoalShapeDef shape = statics(each_shape(i % SHAPE_TYPES));
        const double above = floor(between(&seed, -0.3, 0.3) * 0x1p20) * 0x1p-20;
        double q[4], w[2][6];
        random_quaternion(&seed, q);
        for (int at_level = 0; at_level < 2; at_level++) {
            ShoalBatch *batch = hold_at_level(&shape, at_level ? -32.0 : 0.0, above, q);
            wrench(batch, w[at_level]);
            shoal_batch_destroy(batch);
        }
        check_vector(row_name("%s at level -32", each_name(i % SHAPE_TYPES)), w[1], w[0], 6, 1e-12, w[0][2]);
    }
    check_end();
}

// google-deepmind/mujoco#3452, osrf/mbari_wec_gz#33: lift tied to mass, so that ballast did nothing.
static void ballast(void **state)
{
    (void)state;
    static const double rows[][2] = {{24.0, 0.0}, {24.5, -4.905}, {26.0, -19.62}}; // mass; net force
    ShoalMesh *m = mesh_from(box_triangles(0.4, 0.3, 0.2));
    const ShoalShapeDef shapes[2] = {statics(box(0.4, 0.3, 0.2)), statics(mesh(m))};
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const double mass = rows[i / 2][0], net = rows[i / 2][1];
        const ShoalBodyDef def = body_of(&shapes[i % 2], mass, 0.0, 0.0, -5.0);
        ShoalBatch *batch = hold_in_water(&def);
        const char *row = row_name("%s of %g kg", i % 2 ? "mesh" : "box", mass);
        check_rel(row, get(batch, SHOAL_FORCE, 0, 0, 2), 235.44, 1e-12);
        check_abs(row, get(batch, SHOAL_FORCE, 0, 0, 2) - 9.81 * mass, net, 1e-12 * 235.44);
        check_abs(row, get(batch, SHOAL_ACCELERATION, 0, 0, 2), net / mass, 1e-12 * 9.81);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(m);
    check_end();
}

// A hollow hull of 300 kg, outer surface 2 x 1 x 0.5, let go at a draft of 0.2: rests at m/(rho A) = 0.15 m.
static void hollow_hull(void **state)
{
    (void)state;
    ShoalMesh *m = mesh_from(box_triangles(2.0, 1.0, 0.5));
    const ShoalShapeDef hulls[2] = {box(2.0, 1.0, 0.5), mesh(m)};
    for (int k = 0; k < 2; k++) {
        const ShoalBodyDef def = body_of(&hulls[k], 300.0, 0.0, 0.0, 0.25 - 0.2);
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        step(batch, 0.005, 12000);
        check_abs("draft after 60 s", 0.25 - get(batch, SHOAL_POSITION, 0, 0, 2), 0.150, 1e-3);
        check_abs("still upright", get(batch, SHOAL_QUATERNION, 0, 0, 0), 1.0, 1e-9);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(m);
    check_end();
}

// deltaluca/nape#19, jdilla1277/agentcad#126: a body of pieces floated otherwise than the whole. Box 2 x 1 x 1 turned
// by +25 degrees about y, centre at 0.1; the halves' parts from clipping the rectangle of the side view.
static void one_shape_or_two(void **state)
{
    (void)state;
    static const double volumes[2] = {0.16280735879939265, 0.62281603718125};
    static const double whole[6] = {0.0, 0.0, 7706.965514570105, 0.0, -2011.7638766479683, 0.0};
    double q[4], w[2][6];
    quat_axis(0.0, 1.0, 0.0, 25.0 * pi / 180.0, q);
    ShoalShapeDef pieces[3] = {statics(box(1.0, 1.0, 1.0)), statics(box(1.0, 1.0, 1.0)), statics(box(2.0, 1.0, 1.0))};
    pieces[0].offset[0] = -0.5;
    pieces[1].offset[0] = 0.5;
    for (int joined = 0; joined < 2; joined++) {
        ShoalBodyDef def = body_of(joined ? pieces : pieces + 2, 1000.0, 0.0, 0.0, 0.1);
        def.shape_count = joined ? 2 : 1;
        memcpy(def.quaternion, q, sizeof q);
        ShoalBatch *batch = hold_in_water(&def);
        wrench(batch, w[joined]);
        check_abs("wet volume", get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.7856233959806428, 1e-12);
        check_abs("wet volume", get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.78562340, 5e-9);
        for (int s = 0; joined && s < 2; s++) {
            check_abs("wet volume of a half", shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, s, 0), volumes[s], 1e-12);
        }
        check_vector(joined ? "two boxes" : "one box", w[joined], whole, 6, 1e-12, whole[2]);
        shoal_batch_destroy(batch);
    }
    check_vector("two as one", w[1], w[0], 6, 1e-10, whole[2]);
    check_end();
}

// The same for boxes and cylinders that are cut across their length at any place and attitude.
static void pieces_at_any_attitude(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++) {
        const int round = i % 2;
        const double height = 1.6, share = between(&seed, 0.1, 0.9) * height, z = between(&seed, -0.4, 0.4);
        ShoalShapeDef pieces[3];
        double q[4], w[2][6];
        random_quaternion(&seed, q);
        for (int k = 0; k < 3; k++) {
            const double h = k == 0 ? share : k == 1 ? height - share : height;
            pieces[k] = statics(round ? cylinder(0.35, h) : box(0.8, 0.5, h));
        }
        pieces[0].offset[2] = 0.5 * (share - height);
        pieces[1].offset[2] = 0.5 * share;
        for (int joined = 0; joined < 2; joined++) {
            ShoalBodyDef def = body_of(joined ? pieces : pieces + 2, 300.0, 0.0, 0.0, z);
            def.shape_count = joined ? 2 : 1;
            memcpy(def.quaternion, q, sizeof q);
            ShoalBatch *batch = hold_in_water(&def);
            wrench(batch, w[joined]);
            shoal_batch_destroy(batch);
        }
        check_vector(row_name("%s %d", round ? "cylinders" : "boxes", i), w[1], w[0], 6, 1e-10, 9810.0 * 0.6);
    }
    check_end();
}

// Where shapes overlap the common part counts twice.
static void overlapping_shapes_add_up(void **state)
{
    (void)state;
    double q[4], w[2][6], alone[6] = {0.0};
    quat_axis(0.0, 1.0, 0.0, 25.0 * pi / 180.0, q);
    for (int deep = 0; deep < 2; deep++) {
        ShoalShapeDef pair[2] = {statics(box(1.0, 1.0, 1.0)), statics(box(1.0, 1.0, 1.0))};
        pair[0].offset[0] = -0.25;
        pair[1].offset[0] = 0.25;
        ShoalBodyDef def = body_of(pair, 1000.0, 0.0, 0.0, deep ? -10.0 : 0.1);
        def.com_given = 1;
        memcpy(def.quaternion, q, sizeof q);
        for (int s = 0; s < 2; s++) { // each alone, about the pair's centre of mass
            def.shapes = &pair[s];
            ShoalBatch *batch = hold_in_water(&def);
            wrench(batch, w[s]);
            shoal_batch_destroy(batch);
        }
        for (int k = 0; k < 6; k++) {
            alone[k] = w[0][k] + w[1][k];
        }
        def.shapes = pair;
        def.shape_count = 2;
        ShoalMassProperties mass;
        assert_int_equal(shoal_mass_properties(&def, &mass, NULL), SHOAL_OK);
        check_rel("volume of the overlapping pair", mass.volume, 2.0, 1e-15);
        ShoalBatch *batch = hold_in_water(&def);
        wrench(batch, w[0]);
        check_vector(deep ? "deep pair" : "cut pair", w[0], alone, 6, 1e-14, alone[2]);
        if (deep) {
            check_rel("deep pair", w[0][2], 2.0 * 9810.0, 1e-12);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// stephengold/jolt-jni#31: the gravity argument lost, a fixed "up". F_b = -rho V g: for the sphere of 0.5 m in (3, 0,
// -9.81) (-1570.796, 0, 5136.504); cut by the surface, the same with V_s at the wet centroid.
static void gravity_that_is_not_straight_down(void **state)
{
    (void)state;
    const double gravity[3] = {3.0, 0.0, -9.81};
    check_rel("F_x is -1570.796", -3000.0 * pi / 6.0, -1570.796, 3e-7);
    check_rel("F_z is 5136.504", 9810.0 * pi / 6.0, 5136.504, 3e-9);
    uint64_t seed = 5;
    for (int i = 0; i < 4 * (SHAPE_TYPES + 1); i++) { // the last is the sphere of 0.5 m
        const int type = i / 4, cut = i & 1, by_param = i & 2;
        const ShoalShapeDef shape = statics(type == SHAPE_TYPES ? sphere(0.5) : each_shape(type));
        ShoalBodyDef def = body_of(&shape, 100.0, 0.0, 0.0, cut ? 0.05 : -5.0);
        random_quaternion(&seed, def.quaternion);
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        if (!by_param) {
            assert_int_equal(shoal_scene_set_gravity(scene, gravity, NULL), SHOAL_OK);
        }
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        if (by_param) {
            assert_int_equal(
                shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, SHOAL_ALL_ENVIRONMENTS, gravity, NULL),
                SHOAL_OK);
        }
        forces(batch);
        double w[6], c[3];
        wrench(batch, w);
        wet_centroid(batch, c);
        const double mass = 1000.0 * (cut ? wet_volume(batch) : shape_volume(&shape));
        const double f[3] = {-3.0 * mass, 0.0, 9.81 * mass};
        const double want[6] = {f[0], 0.0, f[2], c[1] * f[2], c[2] * f[0] - c[0] * f[2], -c[1] * f[0]};
        check_vector(row_name("%s %d", type == SHAPE_TYPES ? "sphere of 0.5 m" : each_name(type), i), w, want, 6, 1e-12,
                     9.81 * mass);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Without gravity a shape half under that sinks at 1 m/s feels no buoyancy and makes no waves; all the rest is finite.
static void no_gravity(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.5}, 10.0, 0.02, 0.3};
    const double none[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4 * (SHAPE_TYPES + 1); i++) { // the last is the sphere of 0.5 m
        const int type = i / 4;
        const ShoalShapeDef shape = type == SHAPE_TYPES ? sphere(0.5) : each_shape(type);
        ShoalBodyDef def = body_of(&shape, 100.0, 0.0, 0.0, 0.0);
        def.linear_velocity[2] = -1.0;
        ShoalScene *scene = scene_waves(1000.0, i & 1 ? 1e-3 : 0.0, &wave, i & 2 ? 1 : 0);
        assert_int_equal(shoal_scene_set_gravity(scene, none, NULL), SHOAL_OK);
        add(scene, &def);
        ShoalBatch *batch = hold(scene);
        const char *row = row_name("%s %d", type == SHAPE_TYPES ? "sphere of 0.5 m" : each_name(type), i);
        for (int k = 0; k < 6; k++) {
            check_abs(row_name("%s, buoyancy", row), term(batch, 0, k), 0.0, 0.0);
            check_abs(row_name("%s, radiation", row), term(batch, 7, k), 0.0, 0.0);
        }
        for (int field = 0; field < SHOAL_FIELD_COUNT; field++) {
            for (int k = 0; k < shoal_field_components((ShoalField)field); k++) {
                check_true(row_name("%s, %s [%d]", row, shoal_field_name((ShoalField)field), k),
                           isfinite(get(batch, (ShoalField)field, 0, 0, k)), "a finite value");
            }
        }
        step(batch, 0.005, 200);
        check_true(row, shoal_batch_reports(batch, NULL, 0) == 0, "no flags after 1 s");
        shoal_batch_destroy(batch);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_on_its_side),
        cmocka_unit_test(log_almost_level),
        cmocka_unit_test(turn_of_body_and_of_shape),
        cmocka_unit_test(face_in_the_surface),
        cmocka_unit_test(edge_and_corner_in_the_surface),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(frame_centroid_and_centre_of_mass),
        cmocka_unit_test(lever_of_every_shape),
        cmocka_unit_test(cube_of_boxes),
        cmocka_unit_test(inertia_of_round_bodies),
        cmocka_unit_test(just_touching_just_under),
        cmocka_unit_test(level_that_is_not_zero),
        cmocka_unit_test(ballast),
        cmocka_unit_test(hollow_hull),
        cmocka_unit_test(one_shape_or_two),
        cmocka_unit_test(pieces_at_any_attitude),
        cmocka_unit_test(overlapping_shapes_add_up),
        cmocka_unit_test(gravity_that_is_not_straight_down),
        cmocka_unit_test(no_gravity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
