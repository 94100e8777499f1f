// A volume's surface on a horizontal grid that is fixed in the world, and heights between its nodes.
// Source: EulerJS, "Buoyancy", The surface under the hull.
#include "sched/water.h"
#include "soa/check.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <math.h>

enum { NODES_MAX = 1 << 24 };

struct ShoalSurfaceGrid {
    ShlWater water;
    double spacing;
    double first[2];       // numbers of the first node
    int count[2];          // nodes; 0 before the first update
    double *height, *rise; // [x][y]
    size_t room;
};

static const char *const what = "surface grid";

ShoalStatus shoal_surface_grid_create(ShoalBatch *batch, int volume, double spacing, ShoalSurfaceGrid **out,
                                      ShoalError *err)
{
    ShoalStatus status = shl_check_above(err, "surface grid: spacing", spacing, 0.0, "m");
    if (status != SHOAL_OK) {
        return status;
    }
    ShoalSurfaceGrid *grid = shl_allocate(batch, 1, sizeof *grid);
    if (!grid) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a surface grid");
    }
    grid->spacing = spacing;
    status = shl_water_make(&grid->water, batch, volume, what, err);
    if (status != SHOAL_OK) {
        shl_release(batch, grid);
        return status;
    }
    *out = grid;
    return SHOAL_OK;
}

void shoal_surface_grid_destroy(ShoalSurfaceGrid *grid)
{
    if (grid) {
        ShoalBatch *batch = grid->water.batch;
        shl_release(batch, grid->height);
        shl_release(batch, grid->rise);
        shl_water_free(&grid->water);
        shl_release(batch, grid);
    }
}

static int make_room(ShoalSurfaceGrid *grid, size_t nodes)
{
    if (nodes <= grid->room) {
        return 1;
    }
    ShoalBatch *batch = grid->water.batch;
    double *height = shl_allocate(batch, nodes, sizeof *height), *rise = shl_allocate(batch, nodes, sizeof *rise);
    if (!height || !rise) {
        shl_release(batch, height);
        shl_release(batch, rise);
        return 0;
    }
    shl_release(batch, grid->height);
    shl_release(batch, grid->rise);
    grid->height = height;
    grid->rise = rise;
    grid->room = nodes;
    return 1;
}

static ShoalStatus update(ShoalSurfaceGrid *grid, int environment, const double low[2], const double high[2],
                          double time, ShoalError *err)
{
    double first[2], count[2];
    for (int k = 0; k < 2; k++) {
        if (!(low[k] <= high[k]) || !isfinite(low[k]) || !isfinite(high[k])) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "surface grid: the area is from %c = %g to %g m, and must be finite and in that order",
                            'x' + k, low[k], high[k]);
        }
        first[k] = floor(low[k] / grid->spacing);
        count[k] = ceil(high[k] / grid->spacing) - first[k] + 1.0;
        count[k] = count[k] < 2.0 ? 2.0 : count[k];
    }
    if (!(count[0] * count[1] <= NODES_MAX)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "surface grid: the area takes %g nodes, and must take at most %d",
                        count[0] * count[1], NODES_MAX);
    }
    const ShoalStatus status = shl_water_when(&grid->water, environment, time, what, err);
    if (status != SHOAL_OK) {
        return status;
    }
    if (!make_room(grid, (size_t)count[0] * (size_t)count[1])) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %g nodes of a surface grid", count[0] * count[1]);
    }
    for (int k = 0; k < 2; k++) {
        grid->first[k] = first[k];
        grid->count[k] = (int)count[k];
    }
    const int rows = grid->count[0], columns = grid->count[1];
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j += SHL_ROWS) {
            const int some = columns - j < SHL_ROWS ? columns - j : SHL_ROWS;
            double x[SHL_ROWS], y[SHL_ROWS], u[SHL_ROWS], v[SHL_ROWS];
            for (int p = 0; p < some; p++) {
                x[p] = (first[0] + i) * grid->spacing;
                y[p] = (first[1] + j + p) * grid->spacing;
            }
            const size_t node = (size_t)i * (size_t)columns + (size_t)j;
            shl_water_at(&grid->water, some, x, y, grid->height + node, (double *[3]){u, v, grid->rise + node});
        }
    }
    return SHOAL_OK;
}

ShoalStatus shoal_surface_grid_update(ShoalSurfaceGrid *grid, int environment, double min_x, double max_x, double min_y,
                                      double max_y, double time, ShoalError *err)
{
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status =
        update(grid, environment, (double[2]){min_x, min_y}, (double[2]){max_x, max_y}, time, err);
    shl_fpu_leave(before);
    return status;
}

// Linear in x and in y between the four nodes around; NaN outside of the area, and where a node has no water.
static double between_nodes(const ShoalSurfaceGrid *grid, const double *values, double x, double y)
{
    const double place[2] = {x / grid->spacing - grid->first[0], y / grid->spacing - grid->first[1]};
    int cell[2];
    double f[2];
    for (int k = 0; k < 2; k++) {
        if (!(place[k] >= 0.0 && place[k] <= grid->count[k] - 1)) {
            return (double)NAN;
        }
        cell[k] = (int)place[k] < grid->count[k] - 1 ? (int)place[k] : grid->count[k] - 2;
        f[k] = place[k] - cell[k];
    }
    const double *p = values + (size_t)cell[0] * (size_t)grid->count[1] + cell[1], *q = p + grid->count[1];
    const double low = fma(f[1], p[1] - p[0], p[0]), high = fma(f[1], q[1] - q[0], q[0]);
    const double value = fma(f[0], high - low, low);
    return isfinite(value) ? value : (double)NAN;
}

static double between(const ShoalSurfaceGrid *grid, const double *values, double x, double y)
{
    const ShlFpu before = shl_fpu_enter();
    const double value = between_nodes(grid, values, x, y);
    shl_fpu_leave(before);
    return value;
}

double shoal_surface_grid_height_at(const ShoalSurfaceGrid *grid, double x, double y)
{
    return between(grid, grid->height, x, y);
}

double shoal_surface_grid_rise_rate_at(const ShoalSurfaceGrid *grid, double x, double y)
{
    return between(grid, grid->rise, x, y);
}

int shoal_surface_grid_knows_rise_rate(const ShoalSurfaceGrid *grid)
{
    (void)grid; // every kind of surface that a batch has knows how fast its water rises
    return 1;
}
