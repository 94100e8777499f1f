// Faults that users of other simulators reported, restated: impossible or empty shapes, quaternions that scale, time
// steps that are none. What cannot be meant is refused with the name of the field, and nothing changes.
// mikedh/trimesh#2492, godot-jolt/godot-jolt#808, mrdoob/three.js#15335.
#include "check.h"
#include "each_shape.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

// What is put into an otherwise sound body.
typedef struct Fault {
    const char *names; // what the message must contain
    int type;          // of its only shape
    size_t at;         // where in the shape (in_shape) or in the body
    int in_shape;
    double value;
} Fault;

#define OF_SHAPE(type, field, value, names)                                                                            \
    {                                                                                                                  \
        names, type, offsetof(ShoalShapeDef, field), 1, (double)(value)                                                \
    }
#define OF_BODY(field, value, names)                                                                                   \
    {                                                                                                                  \
        names, SHOAL_SPHERE, offsetof(ShoalBodyDef, field), 0, (double)(value)                                         \
    }

static const Fault faults[] = {
    OF_SHAPE(SHOAL_SPHERE, radius, 0.0, "radius is 0"),
    OF_SHAPE(SHOAL_SPHERE, radius, -1.0, "radius is -1"),
    OF_SHAPE(SHOAL_SPHERE, radius, NAN, "radius is nan"),
    OF_SHAPE(SHOAL_SPHERE, radius, INFINITY, "radius is inf"),
    OF_SHAPE(SHOAL_SPHERE, radius, 1e-200, "volume"),
    OF_SHAPE(SHOAL_BOX, size[0], 0.0, "size x is 0"),
    OF_SHAPE(SHOAL_BOX, size[1], 0.0, "size y is 0"),
    OF_SHAPE(SHOAL_BOX, size[2], 0.0, "size z is 0"),
    OF_SHAPE(SHOAL_BOX, size[2], -1.0, "size z is -1"),
    OF_SHAPE(SHOAL_BOX, size[2], NAN, "size z is nan"),
    OF_SHAPE(SHOAL_CAPSULE, height, 0.0, "height"),
    OF_SHAPE(SHOAL_CAPSULE, height, 0.0, "use a sphere"),
    OF_SHAPE(SHOAL_CAPSULE, height, -1.0, "height is -1"),
    OF_SHAPE(SHOAL_CAPSULE, height, NAN, "height is nan"),
    OF_SHAPE(SHOAL_CAPSULE, radius, 0.0, "radius is 0"),
    OF_SHAPE(SHOAL_CYLINDER, height, 0.0, "height is 0"),
    OF_SHAPE(SHOAL_CYLINDER, height, -1.0, "height is -1"),
    OF_SHAPE(SHOAL_CYLINDER, radius, 0.0, "radius is 0"),
    OF_SHAPE(SHOAL_ELLIPSOID, size[0], 0.0, "semi-axis x is 0"),
    OF_SHAPE(SHOAL_ELLIPSOID, size[1], -1.0, "semi-axis y is -1"),
    OF_SHAPE(SHOAL_ELLIPSOID, size[2], NAN, "semi-axis z is nan"),
    OF_SHAPE(SHOAL_BOX, offset[1], NAN, "offset: component 1 is nan"),
    OF_SHAPE(SHOAL_BOX, offset_quaternion[3], 2.0, "offset_quaternion"),
    OF_SHAPE(SHOAL_BOX, coefficients.drag, NAN, "drag is nan"),
    OF_SHAPE(SHOAL_BOX, coefficients.skin_friction, -1.0, "skin_friction is -1"),
    OF_SHAPE(SHOAL_BOX, coefficients.magnus_lift, INFINITY, "magnus_lift is inf"),
    OF_SHAPE(SHOAL_BOX, coefficients.added_mass, -1.0, "added_mass is -1"),
    OF_BODY(mass, -1.0, "mass is -1"),
    OF_BODY(mass, NAN, "mass is nan"),
    OF_BODY(mass, INFINITY, "mass is inf"),
    OF_BODY(mass, 0.0, "mass is 0"), // and no density
    OF_BODY(mass, 0.0, "density is 0"),
    OF_BODY(com[2], NAN, "com: component 2 is nan"),
    OF_BODY(inertia[3], -1.0, "inertia"),
    OF_BODY(inertia[3], NAN, "inertia"),
    OF_BODY(position[0], NAN, "position: component 0 is nan"),
    OF_BODY(linear_velocity[1], INFINITY, "linear_velocity: component 1 is inf"),
    OF_BODY(angular_velocity[2], NAN, "angular_velocity: component 2 is nan"),
    OF_BODY(quaternion[3], 2.0, "quaternion"), // (1, 0, 0, 2)
};

static void check_refused(const char *row, const ShoalBodyDef *def, const char *names)
{
    ShoalError err = {0};
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    int index = -7;
    check_true(row, shoal_scene_add_body(scene, def, &index, &err) == SHOAL_ERR_ARGUMENT, "a refusal");
    check_true(row, err.status == SHOAL_ERR_ARGUMENT, "the status in the error");
    check_says(row, err.message, names);
    check_true(row, shoal_scene_body_count(scene) == 0 && index == -7, "nothing added");
    shoal_scene_destroy(scene);
}

static void impossible_bodies(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(faults); i++) {
        ShoalShapeDef shape = each_shape(faults[i].type);
        ShoalBodyDef def = body_of(&shape, 10.0, 0.0, 0.0, 0.0);
        def.com_given = def.inertia_given = 1;
        def.inertia[0] = def.inertia[3] = def.inertia[5] = 1.0;
        char *place = faults[i].in_shape ? (char *)&shape : (char *)&def;
        memcpy(place + faults[i].at, &faults[i].value, sizeof faults[i].value);
        check_refused(row_name("%zu: %s", i, faults[i].names), &def, faults[i].names);
    }
    static const double densities[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < COUNT(densities); i++) {
        const ShoalShapeDef shape = sphere(0.5);
        ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.0);
        def.density = densities[i];
        check_refused("density", &def, row_name("density is %g", densities[i]));
    }
    check_end();
}

// A quaternion that is not of unit length is refused, not taken for its direction; within 1e-6 it is made unit.
static void quaternions(void **state)
{
    (void)state;
    static const double refused[][4] = {
        {0.0, 0.0, 0.0, 2.0}, {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0 + 2e-6}, {(double)NAN, 0.0, 0.0, 1.0}};
    for (size_t i = 0; i < COUNT(refused); i++) {
        ShoalShapeDef shape = box(1.0, 2.0, 3.0);
        ShoalBodyDef def = body_of(&shape, 10.0, 0.0, 0.0, 0.0);
        memcpy(def.quaternion, refused[i], sizeof def.quaternion);
        check_refused("quaternion", &def, "quaternion");
        def.quaternion[0] = 1.0;
        def.quaternion[1] = def.quaternion[2] = def.quaternion[3] = 0.0;
        memcpy(shape.offset_quaternion, refused[i], sizeof shape.offset_quaternion);
        check_refused("quaternion of the shape", &def, "offset_quaternion");
    }
    const ShoalShapeDef shape = box(1.0, 2.0, 3.0);
    ShoalBodyDef def = body_of(&shape, 10.0, 0.0, 0.0, 0.0);
    memcpy(def.quaternion, (double[4]){0.0, 0.0, 0.0, 1.0 + 5e-7}, sizeof def.quaternion);
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    add(scene, &def);
    check_true("almost unit", shoal_scene_body(scene, 0)->quaternion[3] == 1.0, "a quaternion of unit length");
    ShoalBatch *batch = batch_one(scene);
    set(batch, SHOAL_QUATERNION, 0, 0, 3, 2.0); // through the view: flagged and frozen
    step(batch, 0.005, 3);
    ShoalReport report;
    check_true("through the view", shoal_batch_reports(batch, &report, 1) == 1 && report.flags == SHOAL_BODY_NOT_FINITE,
               "a flag");
    check_true("through the view", get(batch, SHOAL_POSITION, 0, 0, 2) == 0.0, "a frozen body");
    shoal_batch_destroy(batch);
    check_end();
}

enum { STATE = 13, BODIES = 12 };

static void whole_state(ShoalBatch *batch, double out[BODIES * STATE])
{
    static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                        SHOAL_ANGULAR_VELOCITY};
    for (int b = 0; b < BODIES; b++) {
        for (size_t f = 0; f < COUNT(fields); f++) {
            for (int k = 0; k < shoal_field_components(fields[f]); k++) {
                *out++ = get(batch, fields[f], 0, b, k);
            }
        }
    }
}

// A step of 0 changes no bit of any state; others that are none are refused with their name.
static void time_steps(void **state)
{
    (void)state;
    static const double refused[] = {-1e-3, (double)NAN, (double)INFINITY, -(double)INFINITY};
    double before[BODIES * STATE], after[BODIES * STATE], time[2];
    ShoalBatch *batch = batch_one(scene_mixed(BODIES, 13));
    step(batch, 0.005, 20);
    whole_state(batch, before);
    assert_int_equal(shoal_batch_time(batch, 0, &time[0], NULL, NULL), SHOAL_OK);
    step(batch, 0.0, 3);
    whole_state(batch, after);
    assert_int_equal(shoal_batch_time(batch, 0, &time[1], NULL, NULL), SHOAL_OK);
    check_equal_bits("dt 0", after, before, sizeof before);
    check_equal_bits("dt 0, time", &time[1], &time[0], sizeof time[0]);
    check_true("dt 0", shoal_batch_reports(batch, NULL, 0) == 0, "no flags");
    for (size_t i = 0; i < COUNT(refused); i++) {
        ShoalError err = {0};
        const char *row = row_name("dt %g", refused[i]);
        check_true(row, shoal_batch_step(batch, refused[i], 5, &err) == SHOAL_ERR_ARGUMENT, "a refusal");
        check_says(row, err.message, "dt is");
        whole_state(batch, after);
        check_equal_bits(row, after, before, sizeof before);
    }
    check_end();
    shoal_batch_destroy(batch);
}

// The same limits hold for parameters of a running batch, and a refused row leaves the old one.
static void parameters(void **state)
{
    (void)state;
    static const struct {
        const char *row, *names;
        int type; // shape of the body
        ShoalParam param;
        double values[7];
    } rows[] = {
        {"mass 0", "mass is 0", SHOAL_SPHERE, SHOAL_PARAM_MASS, {0.0}},
        {"mass -1", "mass is -1", SHOAL_SPHERE, SHOAL_PARAM_MASS, {-1.0}},
        {"mass NaN", "mass is nan", SHOAL_SPHERE, SHOAL_PARAM_MASS, {(double)NAN}},
        {"inertia 0", "inertia", SHOAL_SPHERE, SHOAL_PARAM_INERTIA, {0.0}},
        {"radius 0", "radius is 0", SHOAL_SPHERE, SHOAL_PARAM_SHAPE_SIZE, {0.0}},
        {"radius -1", "radius is -1", SHOAL_CYLINDER, SHOAL_PARAM_SHAPE_SIZE, {-1.0, 1.0}},
        {"flat box", "size y is 0", SHOAL_BOX, SHOAL_PARAM_SHAPE_SIZE, {1.0, 0.0, 1.0}},
        {"flat cylinder", "height is 0", SHOAL_CYLINDER, SHOAL_PARAM_SHAPE_SIZE, {1.0, 0.0}},
        {"capsule of height 0", "use a sphere", SHOAL_CAPSULE, SHOAL_PARAM_SHAPE_SIZE, {1.0, 0.0}},
        {"offset NaN",
         "offset: component 1 is nan",
         SHOAL_BOX,
         SHOAL_PARAM_SHAPE_OFFSET,
         {0.0, (double)NAN, 0.0, 1.0, 0.0, 0.0, 0.0}},
        {"quaternion 2", "quaternion", SHOAL_BOX, SHOAL_PARAM_SHAPE_OFFSET, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0}},
        {"quaternion 0", "quaternion", SHOAL_BOX, SHOAL_PARAM_SHAPE_OFFSET, {0.0}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const ShoalShapeDef shape = each_shape(rows[i].type);
        const ShoalBodyDef def = body_of(&shape, 10.0, 0.0, 0.0, 0.0);
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        double before[7] = {0.0}, after[7] = {0.0};
        ShoalError err = {0};
        const size_t bytes = sizeof(double) * (size_t)shoal_param_components(rows[i].param);
        assert_int_equal(shoal_batch_get_param(batch, rows[i].param, 0, 0, 0, before, NULL), SHOAL_OK);
        for (int environment = SHOAL_EACH_ENVIRONMENT; environment <= 0; environment++) {
            check_true(rows[i].row,
                       shoal_batch_set_param(batch, rows[i].param, 0, 0, environment, rows[i].values, &err) ==
                           SHOAL_ERR_ARGUMENT,
                       "a refusal");
            check_says(rows[i].row, err.message, rows[i].names);
            assert_int_equal(shoal_batch_get_param(batch, rows[i].param, 0, 0, 0, after, NULL), SHOAL_OK);
            check_equal_bits(rows[i].row, after, before, bytes);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Shapes that are all but empty give finite numbers, whole and cut.
static void almost_empty_shapes(void **state)
{
    (void)state;
    ShoalMesh *plate = mesh_from(box_triangles(1.0, 1.0, 1e-9)), *needle = mesh_from(box_triangles(1e-6, 2e-6, 1.0));
    const ShoalShapeDef shapes[] = {sphere(1e-9),
                                    box(1.0, 1.0, 1e-9),
                                    box(1e-6, 1e-6, 1.0),
                                    cylinder(0.5, 1e-9),
                                    cylinder(1e-6, 1.0),
                                    capsule(0.5, 1e-12),
                                    capsule(1e-6, 1.0),
                                    ellipsoid(0.5, 0.4, 1e-9),
                                    ellipsoid(1e-6, 2e-6, 1.0),
                                    mesh(plate),
                                    mesh(needle)};
    uint64_t seed = 14;
    for (size_t i = 0; i < COUNT(shapes); i++) {
        for (int cut = 0; cut < 2; cut++) {
            ShoalBodyDef def = body_of(&shapes[i], 0.0, 0.0, 0.0, cut ? 0.0 : -5.0);
            def.density = 500.0;
            random_quaternion(&seed, def.quaternion);
            for (int k = 0; k < 3; k++) {
                def.linear_velocity[k] = between(&seed, -1.0, 1.0);
                def.angular_velocity[k] = between(&seed, -1.0, 1.0);
            }
            ShoalScene *scene = scene_liquid(1000.0, 1e-3);
            scene_air(scene, 1.2, 1.8e-5);
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            for (int field = 0; field < SHOAL_FIELD_COUNT; field++) {
                for (int k = 0; k < shoal_field_components((ShoalField)field); k++) {
                    check_true(row_name("shape %zu, %s [%d]", i, shoal_field_name((ShoalField)field), k),
                               isfinite(get(batch, (ShoalField)field, 0, 0, k)), "a finite value");
                }
            }
            shoal_batch_destroy(batch);
        }
    }
    shoal_mesh_destroy(plate);
    shoal_mesh_destroy(needle);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_bodies), cmocka_unit_test(quaternions),         cmocka_unit_test(time_steps),
        cmocka_unit_test(parameters),        cmocka_unit_test(almost_empty_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
