// What a hull of voxels asks of a surface that bends: which nodes, and how many, since they are what the water costs.
#include "check.h"
#include "each_shape.h"
#include "scenes.h"
#include "voxels.h"

#include "kernels/voxel_surface.h"

#include <math.h>
#include <string.h>

enum { ROOM = 1 << 14 };

static const double wave_number = 1.7, amplitude = 0.2, heading[2] = {0.6, -0.8}, level = 0.3, current_up = 0.05;
static const double half_turns = 0.25; // of the wave's phase, which stands still

// Nodes over a hull, from poisoned memory: how many were worked out, and where.
typedef struct Asked {
    int nodes;
    VoxelSurface surface;
    double height[ROOM];
} Asked;

static void ask(const ShoalVoxels *hull, double spacing, const VoxelPose *pose, Asked *asked)
{
    static ShlScratch scratch;
    static double height[ROOM], rise[ROOM];
    const double wave[SHL_WAVE_COLUMNS] = {heading[0], heading[1], wave_number, amplitude, 0.0, 0.0, half_turns};
    const double medium[5] = {1000.0, 1e-3, 0.0, 0.0, current_up}, bounds[6] = {level};
    const ShlVolumeView volume = {.surface = SHL_WAVE_GRID,
                                  .medium = {medium, 1, 0},
                                  .bounds = {bounds, 1, 0},
                                  .wave_count = 1,
                                  .waves = {wave, 1, 0}};
    const ShlVoxelRow row = {.voxels = hull, .spacing = spacing};
    for (int k = 0; k < ROOM; k++) {
        height[k] = rise[k] = NAN;
    }
    scratch.node_height = height;
    scratch.node_rise = rise;
    const SurfacePoints points = surface_points(&scratch, &volume, 0);
    asked->surface = nodes_under(&scratch, &points, pose, &row);
    asked->nodes = 0;
    for (int k = 0; k < ROOM; k++) {
        const int known = !isnan(height[k]);
        check_true("rise", known == !isnan(rise[k]), "known where the height is");
        check_true("nodes", !known || k == asked->nodes, "one after another");
        asked->nodes += known;
    }
    memcpy(asked->height, height, sizeof height);
}

static const VoxelPose upright = {.rot = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, .centre = {17.3, -8.9, 0.1}};

// Nodes that a rule of `spacing` has from one cell's line to the other end's, both ends' lines among them.
static int lines(double middle, double side, double spacing)
{
    return (int)(floor((middle + 0.5 * side) / spacing) - floor((middle - 0.5 * side) / spacing)) + 2;
}

// The water is asked at the nodes over the hull's rectangle, by its area over the spacing squared, however many cells there are.
static void what_the_water_costs(void **state)
{
    (void)state;
    static Asked asked;
    const double sides[] = {4.0, 8.0}, spacings[] = {0.25, 0.125}, cells[] = {1.0, 0.5, 0.125};
    for (int k = 0; k < 2 * 2 * 3; k++) {
        const double side = sides[k % 2], spacing = spacings[k / 2 % 2];
        ShoalVoxels *hull = voxels_of_shape(box(side, side, 1.0), cells[k / 4]);
        ask(hull, spacing, &upright, &asked);
        const int want = lines(upright.centre[0], side, spacing) * lines(upright.centre[1], side, spacing);
        check_abs(row_name("%g m, cells of %g m, nodes %g m apart", side, cells[k / 4], spacing), asked.nodes, want,
                  0.0);
        shoal_voxels_destroy(hull);
    }
    check_end();
}

// At any attitude they cover the cells, hold the wave's height, and are no more than memory was made for.
static void over_the_cells(void **state)
{
    (void)state;
    static Asked asked;
    const double spacing = 0.2, half[3] = {1.5, 0.5, 0.25}, pi = acos(-1.0);
    ShoalVoxels *hull = voxels_of_shape(box(3.0, 1.0, 0.5), 0.125);
    uint64_t seed = 5;
    for (int trial = 0; trial < 200; trial++) {
        VoxelPose pose = {.centre = {between(&seed, -40.0, 40.0), between(&seed, -40.0, 40.0), 0.0}};
        double q[4], axis_now[3];
        random_quaternion(&seed, q);
        for (int k = 0; k < 3; k++) {
            rotate(q, (double[3]){k == 0, k == 1, k == 2}, axis_now);
            for (int row = 0; row < 3; row++) {
                pose.rot[3 * row + k] = axis_now[row];
            }
        }
        ask(hull, spacing, &pose, &asked);
        const VoxelSurface *s = &asked.surface;
        check_abs("nodes", asked.nodes, s->count[0] * s->count[1], 0.0);
        check_range("nodes", asked.nodes, 4.0, shl_voxels_nodes(hull, spacing));
        for (int axis = 0; axis < 2; axis++) {
            double reach = 0.0;
            for (int k = 0; k < 3; k++) {
                reach += fabs(pose.rot[3 * axis + k]) * half[k];
            }
            const double first = s->first[axis] * spacing, last = first + (s->count[axis] - 1) * spacing;
            check_range("first node", pose.centre[axis] - reach - first, -1e-12, spacing + 1e-12);
            check_range("last node", last - pose.centre[axis] - reach, -1e-12, spacing + 1e-12);
        }
        for (int node = 0; node < asked.nodes; node++) {
            const double x = (s->first[0] + node % s->count[0]) * spacing,
                         y = (s->first[1] + node / s->count[0]) * spacing;
            const double phase = wave_number * (heading[0] * x + heading[1] * y) + pi * half_turns;
            check_abs("height", asked.height[node], level + amplitude * cos(phase), 1e-13);
        }
    }
    shoal_voxels_destroy(hull);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_water_costs),
        cmocka_unit_test(over_the_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
