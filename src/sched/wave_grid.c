#include "sched/wave_grid.h"
#include "soa/fpu.h"
#include "soa/rotation.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { FOOTPRINT_TILES = 4 }; // a shape that spans more along an axis has its tiles made where it asks for them

int shl_wave_grid_any(const ShoalBatch *batch)
{
    for (int v = 0; v < batch->volume_count; v++) {
        if (batch->volume_view[v].surface == SHL_WAVE_GRID) {
            return 1;
        }
    }
    return 0;
}

// Rows of nodes are read up to SHL_PLANE_MARGIN numbers before and after their plane.
static double *planes_create(ShoalBatch *batch, size_t planes)
{
    double *memory = shl_allocate(batch, planes * SHL_TILE_NODES + 2 * SHL_PLANE_MARGIN, sizeof *memory);
    return memory ? memory + SHL_PLANE_MARGIN : NULL;
}

static void planes_release(ShoalBatch *batch, double *planes)
{
    shl_release(batch, planes ? planes - SHL_PLANE_MARGIN : NULL);
}

static int store_create(ShoalBatch *batch, const ShlWaveGrid *grid, ShlTileStore *store)
{
    store->tile = shl_allocate(batch, (size_t)grid->tiles, sizeof *store->tile);
    store->bucket = shl_allocate(batch, (size_t)grid->buckets, sizeof *store->bucket);
    store->plane = planes_create(batch, (size_t)grid->planes);
    store->footprint = shl_allocate(batch, (size_t)batch->shapes, sizeof *store->footprint);
    return store->tile && store->bucket && store->plane && store->footprint;
}

int shl_wave_grid_create(ShoalBatch *batch, ShlBatchVolume *volume, double spacing)
{
    ShlWaveGrid *grid = volume->grid = shl_allocate(batch, 1, sizeof *grid);
    if (!grid) {
        return 0;
    }
    // One tile a shape, and the four that one shape may take: a grid pays where several shapes share a tile.
    enum { TILES_MOST = 1 << 16 };
    grid->spacing = spacing;
    grid->tiles = batch->shapes < TILES_MOST ? batch->shapes + 3 : TILES_MOST;
    grid->planes = grid->tiles * (1 + 3 * SHL_LAYER_PLANES);
    grid->buckets = 8;
    while (grid->buckets < 2 * grid->tiles) {
        grid->buckets *= 2;
    }
    grid->store = shl_allocate(batch, (size_t)batch->environments, sizeof *grid->store);
    int done = grid->store != NULL;
    for (int e = 0; done && e < batch->environments; e++) {
        done = store_create(batch, grid, &grid->store[e]);
    }
    return done;
}

static int thread_create(ShoalBatch *batch, ShlScratch *s)
{
    ShlGridThread *thread = s->grid = shl_allocate(batch, 1, sizeof *thread);
    if (!thread) {
        return 0;
    }
    for (int k = 0; k < SHL_MADE; k++) {
        thread->made[k].tile.plane = planes_create(batch, SHL_MADE_PLANES);
        if (!thread->made[k].tile.plane) {
            return 0;
        }
    }
    ShlWaveTables *t = &thread->tables;
    t->pitch = (batch->wave_max + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
    const struct {
        double **column;
        size_t of_each; // numbers a component
    } parts[] = {{&t->hx, 1},
                 {&t->hy, 1},
                 {&t->k, 1},
                 {&t->omega, 1},
                 {&t->phase, 1},
                 {&t->height, 1},
                 {&t->x, 2 * SHL_TILE},
                 {&t->y, 2 * SHL_TILE},
                 {&t->row, 2 * SHL_TILE},
                 {&t->weight, SHL_LAYERS * SHL_LAYER_PLANES}};
    int done = 1;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        *parts[p].column = shl_allocate(batch, parts[p].of_each * (size_t)t->pitch, sizeof(double));
        done = done && *parts[p].column;
    }
    return done;
}

int shl_wave_grid_threads(ShoalBatch *batch)
{
    int done = 1;
    for (int t = 0; done && shl_wave_grid_any(batch) && t < batch->threads; t++) {
        done = thread_create(batch, batch->scratch[t]);
    }
    return done;
}

void shl_wave_grid_destroy(ShoalBatch *batch)
{
    for (int v = 0; batch->volume && v < batch->volume_count; v++) {
        ShlWaveGrid *grid = batch->volume[v].grid;
        for (int e = 0; grid && grid->store && e < batch->environments; e++) {
            shl_release(batch, grid->store[e].tile);
            shl_release(batch, grid->store[e].bucket);
            shl_release(batch, grid->store[e].footprint);
            planes_release(batch, grid->store[e].plane);
        }
        shl_release(batch, grid ? grid->store : NULL);
        shl_release(batch, grid);
    }
    for (int t = 0; batch->scratch && t < batch->threads; t++) {
        ShlGridThread *thread = batch->scratch[t] ? batch->scratch[t]->grid : NULL;
        if (!thread) {
            continue;
        }
        const ShlWaveTables *tables = &thread->tables;
        double *const columns[] = {tables->hx,     tables->hy, tables->k, tables->omega, tables->phase,
                                   tables->height, tables->x,  tables->y, tables->row,   tables->weight};
        for (size_t p = 0; p < sizeof columns / sizeof *columns; p++) {
            shl_release(batch, columns[p]);
        }
        for (int k = 0; k < SHL_MADE; k++) {
            planes_release(batch, thread->made[k].tile.plane);
        }
        shl_release(batch, thread);
    }
}

// How far a shape extends from its centroid at most.
static double extent(const ShlBatchShape *shape, int environment)
{
    double size[3];
    shl_param_get(&shape->size, environment, size);
    if (shape->type == SHOAL_MESH) {
        ShoalMeshReport report;
        shoal_mesh_report(shape->mesh, &report);
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            const double low = report.centroid[k] - report.low[k], high = report.high[k] - report.centroid[k];
            const double most = low > high ? low : high;
            square += most * most;
        }
        return sqrt(square);
    }
    if (shape->type == SHOAL_BOX || shape->type == SHOAL_ELLIPSOID) {
        const double norm = sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
        return shape->type == SHOAL_BOX ? 0.5 * norm : norm;
    }
    return size[0] + 0.5 * size[1];
}

static ShlTile *mark(ShlWaveGrid *grid, ShlTileStore *store, int64_t x, int64_t y)
{
    int32_t *bucket = shl_tile_bucket(grid, store, x, y);
    if (!*bucket) {
        if (store->count == grid->tiles) {
            return NULL;
        }
        store->tile[store->count++] = (ShlTile){.x = x, .y = y};
        *bucket = store->count;
    }
    return &store->tile[*bucket - 1];
}

// First and last tile along an axis with nodes around the points within `reach` of `at`, both in spacings; 0 where they are
// too many or too far.
static int tiles_along(double at, double reach, int64_t out[2])
{
    const double margin = 0.05, low = at - reach - margin, high = at + reach + margin;
    if (!(fabs(low) < 0x1p49 && fabs(high) < 0x1p49) || high - low > FOOTPRINT_TILES * SHL_TILE) {
        return 0;
    }
    out[0] = shl_floor(low - 1.0) >> 3;
    out[1] = shl_floor(high + 2.0) >> 3;
    return 1;
}

// The layers between which a shape may ask for the potential: at its centroid, or at the surface where that is lower.
static uint64_t layers_of(const ShlTileStore *store, double z, double reach)
{
    const double lowest = z - (reach < 1.0 ? reach : 1.0), margin = 0.02;
    if (!(fabs(z) < 0x1p49) || lowest > store->crest) {
        return 0;
    }
    const int upper = shl_layer_above(0.5 - z - margin), lower = shl_layer_above(0.5 - lowest + margin) + 1;
    uint64_t layers = 0;
    for (int n = upper; n <= lower; n++) {
        layers |= UINT64_C(1) << (n - SHL_LAYER_FIRST);
    }
    return layers;
}

static void mark_tiles(ShlWaveGrid *grid, ShlTileStore *store, const double at[3], double reach, uint64_t layers)
{
    int64_t x[2], y[2];
    if (!tiles_along(at[0], reach, x) || !tiles_along(at[1], reach, y)) {
        return;
    }
    for (int64_t j = y[0]; j <= y[1]; j++) {
        for (int64_t i = x[0]; i <= x[1]; i++) {
            ShlTile *tile = mark(grid, store, i, j);
            if (tile) {
                tile->layers |= layers;
            }
        }
    }
}

// The height is asked for around the shape, the potential at its centroid.
static void mark_shape(ShlWaveGrid *grid, ShlTileStore *store, const double at[3], double reach)
{
    const uint64_t layers = layers_of(store, at[2], reach);
    if (reach > 1.0) {
        mark_tiles(grid, store, at, 0.0, layers);
        mark_tiles(grid, store, at, reach, 0);
    } else {
        mark_tiles(grid, store, at, reach, layers);
    }
}

// Five standard deviations of the surface's height, and at least one spacing; in spacings.
static double highest_crest(const ShlVolumeView *volume, int environment)
{
    const ShlParamView *p = &volume->waves;
    double square = 0.0;
    for (int j = 0; j < volume->wave_count; j++) {
        const double a =
            p->data[(SHL_WAVE_AMPLITUDE * volume->wave_count + j) * p->pitch + (p->per_environment ? environment : 0)];
        square += 0.5 * a * a;
    }
    return 1.0 + 5.0 * sqrt(square) / volume->grid->spacing;
}

static void find_footprints(const ShoalBatch *batch, int environment, ShlFootprint *footprint)
{
    for (int b = 0; b < batch->bodies; b++) {
        const ShlBatchBody *body = &batch->body[b];
        for (int s = 0; s < body->shape_count; s++) {
            ShlFootprint *of_shape = &footprint[body->first_shape + s];
            double offset[7];
            shl_param_get(&body->shape[s].offset, environment, offset);
            memcpy(of_shape->offset, offset, sizeof of_shape->offset);
            of_shape->extent = extent(&body->shape[s], environment);
            of_shape->body = b;
        }
    }
}

// From the body's position to the shape's centroid, world axes.
static void turned_offset(const ShoalBatch *batch, const ShlFootprint *foot, int environment, double out[3])
{
    const double *offset = foot->offset;
    out[0] = out[1] = out[2] = 0.0;
    if (offset[0] == 0.0 && offset[1] == 0.0 && offset[2] == 0.0) {
        return;
    }
    double q[4], rot[9];
    for (int k = 0; k < 4; k++) {
        q[k] = shl_field_at(batch, SHOAL_QUATERNION, k, foot->body)[environment];
    }
    shl_rotation(q, rot);
    for (int k = 0; k < 3; k++) {
        out[k] = rot[3 * k] * offset[0] + rot[3 * k + 1] * offset[1] + rot[3 * k + 2] * offset[2];
    }
}

static void link_tile(const ShlWaveGrid *grid, const ShlTileStore *store, ShlTile *tile)
{
    for (int k = 0; k < 4; k++) {
        const int32_t number = *shl_tile_bucket(grid, store, tile->x + (k & 1), tile->y + (k >> 1));
        const ShlTile *next = number ? &store->tile[number - 1] : NULL;
        tile->next[k] = next && next->plane ? next : NULL;
    }
}

static void mark_environment(ShoalBatch *batch, int index, int environment, double dt, double extra_steps)
{
    const ShlBatchVolume *volume = &batch->volume[index];
    ShlWaveGrid *grid = volume->grid;
    ShlTileStore *store = &grid->store[environment];
    if (grid->footprints != batch->param_changes) {
        find_footprints(batch, environment, store->footprint);
    }
    double bounds[6];
    shl_param_get(&volume->bounds, environment, bounds);
    shl_clock_time(batch, environment, extra_steps, batch->dt, &store->t_hi, &store->t_lo);
    store->crest = highest_crest(&batch->volume_view[index], environment);
    store->count = 0;
    memset(store->bucket, 0, (size_t)grid->buckets * sizeof *store->bucket);
    const double inverse = 1.0 / grid->spacing;
    for (int s = 0; s < batch->shapes; s++) {
        const ShlFootprint *foot = &store->footprint[s];
        double at[3], to_centroid[3];
        turned_offset(batch, foot, environment, to_centroid);
        for (int k = 0; k < 3; k++) {
            at[k] = shl_field_at(batch, SHOAL_POSITION, k, foot->body)[environment] +
                    extra_steps * dt * shl_field_at(batch, SHOAL_LINEAR_VELOCITY, k, foot->body)[environment] +
                    to_centroid[k];
        }
        if (at[0] >= bounds[2] && at[0] <= bounds[4] && at[1] >= bounds[3] && at[1] <= bounds[5]) {
            const double scaled[3] = {at[0] * inverse, at[1] * inverse, (at[2] - bounds[0]) * inverse};
            mark_shape(grid, store, scaled, foot->extent * inverse);
        }
    }
    int planes = 0;
    for (int t = 0; t < store->count; t++) {
        ShlTile *tile = &store->tile[t];
        const int needed = 1 + SHL_LAYER_PLANES * __builtin_popcountll(tile->layers);
        tile->plane = planes + needed <= grid->planes ? store->plane + planes * SHL_TILE_NODES : NULL;
        planes += tile->plane ? needed : 0;
    }
    for (int t = 0; t < store->count; t++) {
        link_tile(grid, store, &store->tile[t]);
    }
}

static void make_tiles(const ShoalBatch *batch, int index, int environment, int first, int last, ShlScratch *scratch)
{
    const ShlTileStore *store = &batch->volume[index].grid->store[environment];
    for (int t = first; t < last && t < store->count; t++) {
        if (store->tile[t].plane) {
            batch->kernels->wave_tile(scratch->grid, &batch->volume_view[index], environment, &store->tile[t]);
        }
    }
}

void shl_wave_grid_prepare(ShoalBatch *batch, double dt, double extra_steps, int threads)
{
    enum { TILES_AT_ONCE = 8 };
    for (int v = 0; v < batch->volume_count; v++) {
        ShlBatchVolume *volume = &batch->volume[v];
        if (batch->volume_view[v].surface != SHL_WAVE_GRID) {
            continue;
        }
        volume->grid->generation++;
        if (threads == 1) {
            for (int e = 0; e < batch->environments; e++) {
                mark_environment(batch, v, e, dt, extra_steps);
                make_tiles(batch, v, e, 0, volume->grid->tiles, batch->scratch[0]);
            }
            volume->grid->footprints = batch->param_changes;
            continue;
        }
#pragma omp parallel num_threads(threads)
        {
            const ShlFpu before = shl_fpu_enter();
#pragma omp for schedule(dynamic, 1)
            for (int e = 0; e < batch->environments; e++) {
                mark_environment(batch, v, e, dt, extra_steps);
            }
            for (int e = 0; e < batch->environments; e++) {
                const int count = volume->grid->store[e].count;
#pragma omp for schedule(dynamic, 1) nowait
                for (int t = 0; t < count; t += TILES_AT_ONCE) {
                    make_tiles(batch, v, e, t, t + TILES_AT_ONCE, batch->scratch[omp_get_thread_num()]);
                }
            }
            shl_fpu_leave(before);
        }
        volume->grid->footprints = batch->param_changes;
    }
}
