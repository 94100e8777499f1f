// A free body in still water, under way and on waves, against the near-exact motion of the checked trajectories (to about
// 1e-7 over one second). Drag acts at the end of a step, which makes the step first order; without drag, entry, radiation
// and Magnus lift it is time-symmetric and of second order.
#include "check.h"
#include "scenes.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <shoal/files.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "sphere_submerged", "sphere_floating",    "sphere_waves",      "box_submerged",  "box_floating",
    "box_waves",        "cylinder_submerged", "cylinder_floating", "cylinder_waves", "capsule_submerged",
    "capsule_floating", "capsule_waves",      "mesh_submerged",    "mesh_floating",  "mesh_waves",
};
static const double steps[] = {2e-3, 1e-3, 5e-4, 2.5e-4};

enum { ROWS = 11, STATE = 13, FACES = 12 };

// Position, quaternion, velocity and angular velocity at every tenth of a second.
typedef struct Motion {
    double row[ROWS][STATE];
} Motion;

static ShoalScene *load(const char *name, char path[1024])
{
    ShoalScene *scene;
    ShoalError err;
    snprintf(path, 1024, "%s/trajectory/%s.json", cases_folder(), name);
    if (shoal_scene_load(path, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    return scene;
}

static Motion move(const ShoalScene *scene, int faces, double dt)
{
    static const struct {
        ShoalField field;
        int count;
    } fields[] = {{SHOAL_POSITION, 3}, {SHOAL_QUATERNION, 4}, {SHOAL_LINEAR_VELOCITY, 3}, {SHOAL_ANGULAR_VELOCITY, 3}};
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.faces = (ShoalFaces)faces;
    ShoalBatch *batch = batch_of(scene, def);
    Motion motion;
    for (int r = 0; r < ROWS; r++) {
        step(batch, dt, r == 0 ? 0 : lrint(0.1 / dt));
        for (size_t f = 0, at = 0; f < COUNT(fields); f++) {
            for (int k = 0; k < fields[f].count; k++) {
                motion.row[r][at++] = get(batch, fields[f].field, 0, 0, k);
            }
        }
    }
    assert_int_equal(shoal_batch_reports(batch, NULL, 0), 0);
    shoal_batch_destroy(batch);
    return motion;
}

static void numbers(const cJSON *list, double *out)
{
    const cJSON *element;
    cJSON_ArrayForEach(element, list) { *out++ = element->valuedouble; }
}

static Motion read_motion(const char *path)
{
    static char text[1 << 16];
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    cJSON *json = cJSON_Parse(text);
    const cJSON *rows = cJSON_GetObjectItem(json, "trajectory");
    assert_int_equal(cJSON_GetArraySize(rows), ROWS);
    Motion motion;
    for (int r = 0; r < ROWS; r++) {
        const cJSON *row = cJSON_GetArrayItem(rows, r);
        numbers(cJSON_GetObjectItem(row, "position"), motion.row[r]);
        numbers(cJSON_GetObjectItem(row, "quaternion"), motion.row[r] + 3);
        numbers(cJSON_GetObjectItem(row, "linear_velocity"), motion.row[r] + 7);
        numbers(cJSON_GetObjectItem(row, "angular_velocity"), motion.row[r] + 10);
    }
    cJSON_Delete(json);
    return motion;
}

// The longest distance across the shape.
static double across(const ShoalShapeDef *shape)
{
    switch (shape->type) {
    case SHOAL_BOX:
        return sqrt(shape->size[0] * shape->size[0] + shape->size[1] * shape->size[1] +
                    shape->size[2] * shape->size[2]);
    case SHOAL_CYLINDER: return sqrt(4.0 * shape->radius * shape->radius + shape->height * shape->height);
    case SHOAL_CAPSULE: return 2.0 * shape->radius + shape->height;
    case SHOAL_MESH: {
        ShoalMeshReport mesh;
        shoal_mesh_report(shape->mesh, &mesh);
        return hypot(hypot(mesh.high[0] - mesh.low[0], mesh.high[1] - mesh.low[1]), mesh.high[2] - mesh.low[2]);
    }
    default: return 2.0 * shape->radius;
    }
}

// Errors of position over the body's size, of orientation in radians, and of velocity (with the angular velocity's at half
// the body's size) over the largest speed of the motion.
typedef struct Errors {
    double position, turn, velocity;
} Errors;

static double distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static Errors compare(const Motion *got, const Motion *want, double size)
{
    static const double still[3];
    Errors most = {0};
    double speed = 0.0;
    for (int r = 0; r < ROWS; r++) {
        const double *g = got->row[r], *w = want->row[r];
        speed = fmax(speed, distance(w + 7, still));
        most.position = fmax(most.position, distance(g, w) / size);
        double dot = 0.0, apart = 0.0;
        for (int k = 3; k < 7; k++) {
            dot += g[k] * w[k];
        }
        for (int k = 3; k < 7; k++) {
            const double d = g[k] - copysign(w[k], dot * w[k]);
            apart += d * d;
        }
        most.turn = fmax(most.turn, 2.0 * sqrt(apart));
        most.velocity = fmax(most.velocity, fmax(distance(g + 7, w + 7), 0.5 * size * distance(g + 10, w + 10)));
    }
    most.velocity /= speed;
    return most;
}

// One number for the order of convergence.
static double total(Errors e) { return e.position + e.turn + e.velocity; }

static double order(const Errors e[COUNT(steps)])
{
    return log2(total(e[0]) / total(e[COUNT(steps) - 1])) / (double)(COUNT(steps) - 1);
}

static void converges_to_the_trajectory(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT(names); n += quick() ? 4 : 1) {
        char path[1024], row[128];
        ShoalScene *scene = load(names[n], path);
        const double size = across(&shoal_scene_body(scene, 0)->shapes[0]);
        const Motion want = read_motion(path);
        Errors e[COUNT(steps)];
        for (size_t s = 0; s < COUNT(steps); s++) {
            const Motion got = move(scene, FACES, steps[s]);
            e[s] = compare(&got, &want, size);
        }
        const Errors finest = e[COUNT(steps) - 1];
        printf("%-18s order %.3f; at 0.25 ms position %.1e, turn %.1e, velocity %.1e\n", names[n], order(e),
               finest.position, finest.turn, finest.velocity);
        const Motion finer = move(scene, SHOAL_FACES_MAX, steps[COUNT(steps) - 1]);
        const Motion got = move(scene, FACES, steps[COUNT(steps) - 1]);
        snprintf(row, sizeof row, "%s: the faces' error over the step's", names[n]);
        check_range(row, total(compare(&got, &finer, size)) / total(finest), 0.0, 0.1);
        snprintf(row, sizeof row, "%s: order with drag", names[n]);
        check_range(row, order(e), 0.85, 1.2);
        snprintf(row, sizeof row, "%s: position at 0.25 ms over the body's size", names[n]);
        check_range(row, finest.position, 0.0, 2e-3);
        snprintf(row, sizeof row, "%s: velocity at 0.25 ms over the largest speed", names[n]);
        check_range(row, finest.velocity, 0.0, 2e-3);
        shoal_scene_destroy(scene);
    }
    printf("%d trajectories\n", quick() ? 3 : (int)COUNT(names));
    check_end();
}

// The same without drag, friction, viscosity, radiation and Magnus lift. Entry goes with the added mass of what the surface
// cuts, so that stays only where the body is wholly under water.
static ShoalScene *undamped(const ShoalScene *scene)
{
    ShoalScene *out = scene_empty();
    ShoalError err;
    ShoalMedium air;
    if (shoal_scene_ambient(scene, &air)) {
        scene_air(out, air.density, 0.0);
    }
    ShoalVolumeDef volume = *shoal_scene_volume(scene, 0);
    volume.medium.viscosity = volume.wave_radiation = 0.0;
    assert_int_equal(shoal_scene_add_volume(out, &volume, NULL, &err), SHOAL_OK);
    ShoalBodyDef body = *shoal_scene_body(scene, 0);
    ShoalShapeDef shape = body.shapes[0];
    const double under = body.position[2] < -2.0 * across(&shape) ? 1.0 : 0.0;
    shape.coefficients = (ShoalCoefficients){.enabled = 1, .buoyancy = 1, .added_mass = under};
    body.shapes = &shape;
    add(out, &body);
    return out;
}

static void second_order_without_drag(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT(names); n += quick() ? 4 : 1) {
        char path[1024], row[128];
        ShoalScene *scene = load(names[n], path), *free_of_drag = undamped(scene);
        const double size = across(&shoal_scene_body(scene, 0)->shapes[0]);
        const Motion want = move(free_of_drag, SHOAL_FACES_WHOLE, steps[COUNT(steps) - 1] / 8.0);
        Errors e[COUNT(steps)];
        for (size_t s = 0; s < COUNT(steps); s++) {
            const Motion got = move(free_of_drag, SHOAL_FACES_WHOLE, steps[s]);
            e[s] = compare(&got, &want, size);
        }
        const Errors finest = e[COUNT(steps) - 1];
        printf("%-18s order %.3f without drag; at 0.25 ms position %.1e, turn %.1e, velocity %.1e\n", names[n],
               order(e), finest.position, finest.turn, finest.velocity);
        snprintf(row, sizeof row, "%s: order without drag", names[n]);
        check_range(row, order(e), 1.8, 2.2);
        shoal_scene_destroy(scene);
        shoal_scene_destroy(free_of_drag);
    }
    check_end();
}

int main(void)
{
    if (!cases_folder()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converges_to_the_trajectory),
        cmocka_unit_test(second_order_without_drag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
