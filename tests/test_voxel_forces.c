// What the water does to voxel bodies.
// Source: EulerJS, "Buoyancy", How the forces are worked out, What floats, and how.
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "scenes.h"
#include "voxels.h"

#include "soa/voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double sea_water = 1029.0, g = 9.81;
enum { BUOYANCY = 0, DRAG = 2, SLAM = 6, HEAVE = 7 };

/// A body of the shape at a height, upright and at rest.
static ShoalBatch *body_in(ShoalScene *scene, ShoalShapeDef shape, double density, double z)
{
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, z);
    def.density = density;
    add(scene, &def);
    return batch_one(scene);
}

/// A shape of cells of a box.
static ShoalShapeDef filled(ShoalVoxels **made, double x, double y, double z, double cell_size)
{
    *made = voxels_of_shape(box(x, y, z), cell_size);
    return voxels(*made);
}

static double fraction(ShoalBatch *batch)
{
    return get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0) / shape_get(batch, SHOAL_SHAPE_VOLUME, 0, 0, 0);
}

/// The body's own z against the world's: 1 upright.
static double upright(ShoalBatch *batch)
{
    const double x = get(batch, SHOAL_QUATERNION, 0, 0, 1), y = get(batch, SHOAL_QUATERNION, 0, 0, 2);
    return 1.0 - 2.0 * (x * x + y * y);
}

/// How far a face is from horizontal: 1 where one is.
static double face_up(ShoalBatch *batch)
{
    double best = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double q[4], v[3] = {axis == 0, axis == 1, axis == 2}, turned[3];
        for (int k = 0; k < 4; k++) {
            q[k] = get(batch, SHOAL_QUATERNION, 0, 0, k);
        }
        rotate(q, v, turned);
        best = fmax(best, fabs(turned[2]));
    }
    return best;
}

static void tilt(ShoalBatch *batch, double x, double y, double z, double angle)
{
    double q[4];
    quat_axis(x, y, z, angle, q);
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, 0, 0, k, q[k]);
    }
}

/// @name What floats, and how
/// @{

static void drafts(void **state)
{
    (void)state;
    const double sizes[3] = {0.0625, 0.1, 0.25};
    for (int k = 0; k < 3; k++) {
        ShoalVoxels *v;
        const ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, sizes[k]);
        ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, 0.15 * sea_water, 0.6);
        step(batch, 0.01, 4000);
        check_abs(row_name("draft in cells of %g m", sizes[k]), 0.5 - get(batch, SHOAL_POSITION, 0, 0, 2), 0.15, 1e-3);
        check_range("upright", upright(batch), 1.0 - 1e-6, 1.0);
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    Triangles hull = open_hull(0.3);
    ShoalVoxels *v = voxels_of_triangles(&hull, 0.1);
    ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), voxels(v), 450.0, 0.2);
    step(batch, 0.01, quick() ? 6000 : 20000);
    check_rel("an open hull's volume under water", fraction(batch), 450.0 / 1029.0, 1e-4);
    shoal_batch_destroy(batch);
    batch = body_in(scene_liquid(sea_water, 1e-3), voxels(v), 1100.0, -1.0);
    step(batch, 0.01, 1000);
    check_range("denser than the water", get(batch, SHOAL_POSITION, 0, 0, 2), -100.0, -2.0);
    check_abs("wholly under", fraction(batch), 1.0, 0.0);
    shoal_batch_destroy(batch);
    shoal_voxels_destroy(v);
    triangles_free(&hull);
    check_end();
}

// Held by a force: on the bottom with its weight less its buoyancy, on a rope with its buoyancy less its weight.
static void held(void **state)
{
    (void)state;
    const double densities[2] = {2400.0, 300.0};
    for (int k = 0; k < 2; k++) {
        ShoalVoxels *v;
        const ShoalShapeDef shape = filled(&v, 0.5, 1.0, 0.75, 0.125);
        ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, densities[k], -5.0);
        const double press = (densities[k] - sea_water) * 0.375 * g;
        set(batch, SHOAL_EXTERNAL_WRENCH, 0, 0, 2, press);
        step(batch, 0.01, 2000);
        check_abs(k ? "moored" : "on the bottom", get(batch, SHOAL_POSITION, 0, 0, 2), -5.0, 1e-9);
        check_rel("buoyancy", get(batch, SHOAL_FORCE, 0, 0, 2), densities[k] * 0.375 * g - press, 1e-12);
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_end();
}

static void weight_on_a_raft(void **state)
{
    (void)state;
    ShoalVoxels *v;
    const ShoalShapeDef shape = filled(&v, 4.0, 4.0, 0.5, 0.125);
    ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, 300.0, 0.1);
    step(batch, 0.01, 3000);
    const double before = get(batch, SHOAL_POSITION, 0, 0, 2);
    set(batch, SHOAL_EXTERNAL_WRENCH, 0, 0, 2, -500.0 * g);
    step(batch, 0.01, 3000);
    check_abs("500 kg on 4 m x 4 m", before - get(batch, SHOAL_POSITION, 0, 0, 2), 500.0 / (sea_water * 16.0), 1e-6);
    shoal_batch_destroy(batch);
    shoal_voxels_destroy(v);
    check_end();
}

// A cube's faces are level below (3 - sqrt 3)/6 = 0.2113 and above 0.7887 of the water's density.
static void floating_cubes(void **state)
{
    (void)state;
    const struct {
        double relative;
        int stays;
    } rows[] = {{0.19, 1}, {0.2, 1}, {0.23, 0}, {0.5, 0}, {0.77, 0}, {0.8, 1}, {0.81, 1}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalVoxels *v;
        const ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, 0.0);
        ShoalBatch *batch = body_in(scene_liquid(998.2, 1e-3), shape, rows[k].relative * 998.2, 0.5 - rows[k].relative);
        const char *row = row_name("a cube %g as dense as the water", rows[k].relative);
        tilt(batch, 0.6, 0.8, 0.0, 0.03);
        step(batch, 0.01, 10000);
        check_range(row, face_up(batch), rows[k].stays ? 0.9999 : 0.0, rows[k].stays ? 1.0001 : 0.995);
        check_abs(row, fraction(batch), rows[k].relative, 1e-3);
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_end();
}

// The moment that rights a heeled box, against that of the same box cut by the plane.
static void righting_moment(void **state)
{
    (void)state;
    const double angles[3] = {0.1, 0.35, 0.8};
    for (int k = 0; k < 3; k++) {
        double wrench[4][2];
        for (int kind = 0; kind < 4; kind++) { // the box; cells of a quarter, an eighth, a sixteenth of a metre
            ShoalVoxels *v = NULL;
            const ShoalShapeDef shape =
                kind == 0 ? statics(box(3.0, 2.0, 1.0)) : filled(&v, 3.0, 2.0, 1.0, 0.5 / (1 << kind));
            ShoalBatch *batch = body_in(scene_liquid(sea_water, 0.0), shape, 500.0, 0.1);
            tilt(batch, 1.0, 0.0, 0.0, angles[k]);
            forces(batch);
            wrench[kind][0] = term(batch, BUOYANCY, 2);
            wrench[kind][1] = term(batch, BUOYANCY, 3);
            shoal_batch_destroy(batch);
            shoal_voxels_destroy(v);
        }
        const double size = fabs(wrench[0][1]);
        for (int kind = 1; kind < 4; kind++) {
            const double cell = 0.5 / (1 << kind);
            const char *row = row_name("heel %g, cells of %g m", angles[k], cell);
            check_rel(row, wrench[kind][0], wrench[0][0], cell * cell);
            check_abs(row, wrench[kind][1], wrench[0][1], 0.5 * cell * size);
        }
    }
    check_end();
}

/// @}
/// @name Forces on single cells
/// @{

/// One cell of edge a in the water of the scene, moving up at v.
static ShoalBatch *cell_in(ShoalScene *scene, double a, double z, double v)
{
    const double centre[3] = {0.0, 0.0, 0.0};
    ShoalVoxels *one = voxels_of_cells(centre, 1, a);
    ShoalShapeDef shape = voxels(one);
    ShoalBodyDef def = body_of(&shape, 100.0, 0.0, 0.0, z);
    def.linear_velocity[2] = v;
    add(scene, &def);
    shoal_voxels_destroy(one);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static void one_cell(void **state)
{
    (void)state;
    const double a = 0.5, volume = 0.125;
    const struct {
        double z, wet;
    } rows[] = {{0.3, 0.0}, {0.25, 0.0}, {0.125, 0.25}, {0.0, 0.5}, {-0.125, 0.75}, {-0.25, 1.0}, {-3.0, 1.0}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        for (double v = -2.0; v <= 2.0; v += 2.0) {
            ShoalBatch *batch = cell_in(scene_liquid(sea_water, 1e-3), a, rows[k].z, v);
            const double wet = rows[k].wet, cut = wet > 0.0 && wet < 1.0, plunges = cut && v < 0.0;
            const double rate = 0.02 + 0.98 * wet;
            const char *row = row_name("at %g m, moving at %g m/s", rows[k].z, v);
            check_abs(row, term(batch, BUOYANCY, 2), sea_water * g * volume * wet, 1e-12);
            check_abs(row, term(batch, HEAVE, 2), -3000.0 * volume * wet * v, 1e-12);
            check_abs(row, term(batch, SLAM, 2), plunges ? 0.5 * sea_water * a * a * v * v : 0.0, 1e-12);
            check_abs(row, term(batch, DRAG, 2), -100.0 * rate * v, 1e-12);
            const double d = 3000.0 * volume * wet + (plunges ? sea_water * a * a * -v : 0.0) + 100.0 * rate;
            check_abs(row, get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, 5), d, 1e-10);
            check_abs(row, get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, 0), 100.0 * rate, 1e-12);
            check_abs(row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), volume * wet, 1e-15);
            check_abs(row, shape_get(batch, SHOAL_SHAPE_WATERPLANE_AREA, 0, 0, 0), cut ? a * a : 0.0, 0.0);
            for (int t = 0; t < 9; t++) {
                for (int c = 0; c < 6 && (t == 1 || t == 3 || t == 4 || t == 5 || t == 8); c++) {
                    check_abs(row, term(batch, t, c), 0.0, 0.0);
                }
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// The water's rise counts, not the surface's: a body that rises with the water feels no damping and does not slam.
static void against_the_water(void **state)
{
    (void)state;
    for (int rides = 0; rides < 2; rides++) {
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef def = shoal_volume_def();
        const ShoalPlaneSampler sampler = {.velocity = {1.0, 0.0, 0.75}};
        def.medium.density = sea_water;
        def.sampler = &sampler;
        ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
        ShoalBatch *batch = cell_in(scene, 0.5, 0.0, rides ? 0.75 : 0.0);
        check_abs("a plane that rises: damping", term(batch, HEAVE, 2), rides ? 0.0 : 3000.0 * 0.0625 * 0.75, 1e-12);
        check_abs("slamming", term(batch, SLAM, 2), rides ? 0.0 : 0.5 * sea_water * 0.25 * 0.75 * 0.75, 1e-12);
        shoal_batch_destroy(batch);
    }
    // waves at x = 0, t = 0: phase 1.1, the water rises at a Omega sin 1.1
    const ShoalWave wave = {{1.0, 0.0}, 20.0, 0.3, 1.1};
    const double omega = sqrt(g * 2.0 * acos(-1.0) / 20.0), rise = 0.3 * omega * sin(1.1), eta = 0.3 * cos(1.1);
    ShoalBatch *batch = cell_in(scene_waves(sea_water, 1e-3, &wave, 1), 0.5, eta - 0.5, rise);
    check_abs("waves: damping", term(batch, HEAVE, 2), 0.0, 1e-9);
    shoal_batch_destroy(batch);
    batch = cell_in(scene_waves(sea_water, 1e-3, &wave, 1), 0.5, eta, 0.0);
    check_rel("waves: buoyancy at the surface", term(batch, BUOYANCY, 2), 0.5 * sea_water * g * 0.125, 1e-9);
    check_rel("waves: damping of a body at rest", term(batch, HEAVE, 2), 3000.0 * 0.0625 * rise, 1e-9);
    shoal_batch_destroy(batch);
    // a medium that wells up adds to the rise, under still water as under waves, as in ShoalSurfaceGrid
    for (int waves = 0; waves < 2; waves++) {
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef def = shoal_volume_def();
        def.medium.density = sea_water;
        def.medium.velocity[2] = 0.25;
        def.waves = &wave;
        def.wave_count = waves;
        ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
        const double water = 0.25 + waves * rise;
        batch = cell_in(scene, 0.5, waves * eta, water);
        check_abs("upwelling: damping", term(batch, HEAVE, 2), 0.0, 1e-9);
        ShoalSurfaceGrid *grid;
        ok(shoal_surface_grid_create(batch, 0, 0.5, &grid, last_error));
        ok(shoal_surface_grid_update(grid, 0, 0.0, 1.0, 0.0, 1.0, 0.0, last_error));
        check_abs("upwelling: the surface grid", shoal_surface_grid_rise_rate_at(grid, 0.0, 0.0), water, 1e-12);
        shoal_surface_grid_destroy(grid);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Always against gravity, whichever way it points; without it nothing acts.
static void gravity(void **state)
{
    (void)state;
    const double pulls[4][3] = {{0.0, 0.0, -9.81}, {3.0, -2.0, -7.0}, {0.0, 0.0, 9.81}, {0.0, 0.0, 0.0}};
    for (int k = 0; k < 4; k++) {
        ShoalScene *scene = scene_liquid(sea_water, 1e-3);
        ok(shoal_scene_set_gravity(scene, pulls[k], last_error));
        ShoalVoxels *v;
        const ShoalShapeDef shape = filled(&v, 1.0, 0.5, 0.75, 0.125);
        ShoalBodyDef def = body_of(&shape, 100.0, 0.0, 0.0, 0.1);
        memcpy(def.linear_velocity, (double[]){0.3, 0.2, -0.4}, sizeof def.linear_velocity);
        memcpy(def.angular_velocity, (double[]){-0.2, 0.5, 0.3}, sizeof def.angular_velocity);
        quat_axis(0.6, 0.0, 0.8, 0.7, def.quaternion);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        const double size = sqrt(pulls[k][0] * pulls[k][0] + pulls[k][1] * pulls[k][1] + pulls[k][2] * pulls[k][2]);
        double wet = shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0), want[3], got[3], moment[3], arm[3];
        for (int c = 0; c < 3; c++) {
            want[c] = -sea_water * wet * pulls[k][c];
            got[c] = term(batch, BUOYANCY, c);
            moment[c] = term(batch, BUOYANCY, 3 + c);
            arm[c] = shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, c);
        }
        const double turned[3] = {arm[1] * want[2] - arm[2] * want[1], arm[2] * want[0] - arm[0] * want[2],
                                  arm[0] * want[1] - arm[1] * want[0]};
        const char *row = row_name("gravity %d", k);
        check_vector(row, got, want, 3, 1e-13, sea_water * g);
        check_vector(row, moment, turned, 3, 1e-13, sea_water * g);
        for (int t = 0; t < 9 && size == 0.0; t++) {
            for (int c = 0; c < 6; c++) {
                check_abs("without gravity", term(batch, t, c), 0.0, 0.0);
            }
        }
        if (size == 0.0) {
            step(batch, 0.01, 100);
            check_abs("without gravity", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), 0.3, 0.0);
            check_abs("without gravity", get(batch, SHOAL_POSITION, 0, 0, 0), 0.3, 1e-14);
        } else {
            check_true(row, wet > 0.1 && wet < 0.3, "it is cut");
        }
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_end();
}

/// @}
/// @name All cells, against a sum of our own
/// @{

typedef struct Sums {
    double buoyancy[6], heave[6], slam[6], wet, d[6][6];
} Sums;

static void add_at(double out[6], double force, const double up[3], const double r[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] += force * up[k];
        out[3 + k] += force * (r[(k + 1) % 3] * up[(k + 2) % 3] - r[(k + 2) % 3] * up[(k + 1) % 3]);
    }
}

static double wave_sum(const ShoalWave *waves, int count, double x, double y, double t, double *rise)
{
    double eta = 0.0;
    *rise = 0.0;
    for (int j = 0; j < count; j++) {
        const double *d = waves[j].direction, length = sqrt(d[0] * d[0] + d[1] * d[1]);
        const double k = 2.0 * acos(-1.0) / waves[j].wavelength, omega = sqrt(g * k);
        const double theta = k * (d[0] * x + d[1] * y) / length - omega * t + waves[j].phase;
        eta += waves[j].amplitude * cos(theta);
        *rise += waves[j].amplitude * omega * sin(theta);
    }
    return eta;
}

/// The model as it is written, cell by cell, on the grid of the spacing; 0: each cell asks the waves.
static Sums sums_of(const ShoalVoxels *v, const ShoalBodyDef *def, const double com[3], const ShoalWave *waves,
                    int count, double spacing)
{
    Sums s = {.wet = 0.0};
    ShoalVoxelsReport report;
    shoal_voxels_report(v, &report);
    const double a = report.cell_size, volume = report.cell_volume, up[3] = {0.0, 0.0, 1.0};
    for (int64_t i = 0; i < report.cells; i++) {
        const double *c = shoal_voxels_cells(v) + 3 * i, local[3] = {c[0] - com[0], c[1] - com[1], c[2] - com[2]};
        double r[3], rise, eta;
        rotate(def->quaternion, local, r);
        const double x = def->position[0] + r[0], y = def->position[1] + r[1], z = def->position[2] + r[2];
        if (spacing > 0.0) {
            const double i0 = floor(x / spacing), j0 = floor(y / spacing), fx = x / spacing - i0, fy = y / spacing - j0;
            eta = rise = 0.0;
            for (int corner = 0; corner < 4; corner++) {
                double rising;
                const double weight = (corner & 1 ? fx : 1.0 - fx) * (corner & 2 ? fy : 1.0 - fy);
                eta += weight * wave_sum(waves, count, (i0 + (corner & 1)) * spacing, (j0 + (corner >> 1)) * spacing,
                                         0.0, &rising);
                rise += weight * rising;
            }
        } else {
            eta = wave_sum(waves, count, x, y, 0.0, &rise);
        }
        const double *o = def->angular_velocity;
        const double wet = fmin(1.0, fmax(0.0, (eta - z) / a + 0.5));
        const double w = def->linear_velocity[2] + o[0] * r[1] - o[1] * r[0] - rise;
        const double plunge = wet > 0.0 && wet < 1.0 && w < 0.0 ? -w : 0.0;
        s.wet += wet;
        add_at(s.buoyancy, sea_water * volume * wet * g, up, r);
        add_at(s.heave, -3000.0 * volume * wet * w, up, r);
        add_at(s.slam, 0.5 * sea_water * a * a * plunge * plunge, up, r);
        const double xi[6] = {0.0, 0.0, 1.0, r[1], -r[0], 0.0}, k = 3000.0 * volume * wet + sea_water * a * a * plunge;
        for (int row = 0; row < 6; row++) {
            for (int col = 0; col < 6; col++) {
                s.d[row][col] += k * xi[row] * xi[col];
            }
        }
    }
    return s;
}

static void every_cell(void **state)
{
    (void)state;
    const ShoalWave waves[3] = {
        {{1.0, 0.2}, 9.0, 0.25, 0.3}, {{0.3, -1.0}, 4.0, 0.1, 1.0}, {{-1.0, 0.1}, 17.0, 0.3, 2.0}};
    Triangles hull = open_hull(0.3);
    uint64_t seed = 9;
    for (int trial = 0; trial < (quick() ? 20 : 100); trial++) {
        ShoalVoxels *v = trial % 2 ? voxels_of_triangles(&hull, 0.125) : voxels_of_shape(box(3.0, 1.5, 0.7), 0.11);
        ShoalShapeDef shape = voxels(v);
        shape.voxel.surface_sample_spacing = between(&seed, 0.1, 0.9);
        ShoalBodyDef def = body_of(&shape, 800.0, 0.0, 0.0, 0.0);
        ShoalMassProperties mass;
        ok(shoal_mass_properties(&def, &mass, last_error));
        for (int k = 0; k < 3; k++) {
            def.position[k] = between(&seed, k < 2 ? -50.0 : -0.6, k < 2 ? 50.0 : 0.6);
            def.linear_velocity[k] = between(&seed, -2.0, 2.0);
            def.angular_velocity[k] = between(&seed, -1.0, 1.0);
        }
        random_quaternion(&seed, def.quaternion);
        ShoalScene *scene = scene_waves(sea_water, 1e-3, trial % 4 < 2 ? waves : NULL, trial % 4 < 2 ? 3 : 0);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        const Sums want = sums_of(v, &def, mass.com, waves, trial % 4 < 2 ? 3 : 0, shape.voxel.surface_sample_spacing);
        const char *row = row_name("trial %d", trial);
        double got[3][6];
        for (int c = 0; c < 6; c++) {
            got[0][c] = term(batch, BUOYANCY, c);
            got[1][c] = term(batch, HEAVE, c);
            got[2][c] = term(batch, SLAM, c);
        }
        check_vector(row, got[0], want.buoyancy, 6, 1e-11, 2e4);
        check_vector(row, got[1], want.heave, 6, 1e-11, 2e4);
        check_vector(row, got[2], want.slam, 6, 1e-11, 2e4);
        const double f = fraction(batch), linear = 800.0 * (0.02 + 0.98 * f), angular = 0.02 + 0.98 * f;
        ShoalVoxelsReport report;
        shoal_voxels_report(v, &report);
        check_abs(row, f, want.wet / (double)report.cells, 1e-13);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j <= i; j++) {
                double drag = i == j && i < 3 ? linear : 0.0;
                if (i >= 3 && j >= 3) { // lambda' R I R^T
                    static const int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
                    double axes[3][3];
                    for (int k = 0; k < 3; k++) {
                        rotate(def.quaternion, (double[]){k == 0, k == 1, k == 2}, axes[k]);
                    }
                    for (int p = 0; p < 3; p++) {
                        for (int q = 0; q < 3; q++) {
                            drag += angular * axes[p][i - 3] * mass.inertia[place[p][q]] * axes[q][j - 3];
                        }
                    }
                }
                check_abs(row_name("trial %d, D %d %d", trial, i, j),
                          get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, i * (i + 1) / 2 + j), want.d[i][j] + drag, 1e-7);
            }
        }
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    triangles_free(&hull);
    check_end();
}

// The error of the grid falls with the square of its spacing; how many points it has does not depend on the cells.
static void surface_grid(void **state)
{
    (void)state;
    const ShoalWave waves[2] = {{{1.0, 0.2}, 9.0, 0.25, 0.3}, {{0.3, -1.0}, 5.0, 0.1, 1.0}};
    double error[3] = {0.0};
    for (int k = 0; k < 60; k++) {
        ShoalVoxels *v;
        ShoalShapeDef shape = filled(&v, 4.0, 3.0, 1.0, 0.125);
        shape.voxel.surface_sample_spacing = 0.5 / (1 << (k % 3));
        ShoalBodyDef def = body_of(&shape, 5000.0, 0.37 * (k / 3), 0.27 * (k / 3), 0.1);
        ShoalScene *scene = scene_waves(sea_water, 1e-3, waves, 2);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        const Sums want = sums_of(v, &def, (double[3]){0.0}, waves, 2, 0.0);
        error[k % 3] += fabs(term(batch, BUOYANCY, 2) - want.buoyancy[2]);
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_range("half the spacing", error[1] / error[0], 0.2, 0.3);
    check_range("a quarter", error[2] / error[1], 0.2, 0.3);
    ShoalVoxels *fine = voxels_of_shape(box(10.0, 4.0, 2.0), 0.125),
                *coarse = voxels_of_shape(box(10.0, 4.0, 2.0), 1.0);
    check_abs("points of fine cells", shl_voxels_nodes(fine, 0.5), shl_voxels_nodes(coarse, 0.5), 0.0);
    check_range("half the spacing", shl_voxels_nodes(fine, 0.25) / shl_voxels_nodes(fine, 0.5), 3.0, 4.0);
    shoal_voxels_destroy(fine);
    shoal_voxels_destroy(coarse);
    check_end();
}

static ShoalScene *ocean_with(const ShoalBodyDef *def)
{
    static const ShoalOceanPatch patches[] = {{.side = 100.0, .points = 32}, {.side = 21.0, .points = 32}};
    ShoalOcean ocean = shoal_ocean_def();
    ShoalVolumeDef volume = shoal_volume_def();
    ocean.significant_height = 0.8;
    ocean.patches = patches;
    ocean.patch_count = 2;
    volume.medium.density = sea_water;
    volume.ocean = &ocean;
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    add(scene, def);
    return scene;
}

// On a spectral ocean the nodes are those of the ocean's own sampler, whose rise the damping is against.
static void on_an_ocean(void **state)
{
    (void)state;
    const double spacing = 0.4;
    ShoalVoxels *v;
    ShoalShapeDef shape = filled(&v, 4.0, 3.0, 1.0, 0.25);
    shape.voxel.surface_sample_spacing = spacing;
    for (int trial = 0; trial < 8; trial++) {
        ShoalBodyDef def = body_of(&shape, 6000.0, 7.3 * trial, -4.1 * trial, 0.1 * (trial % 3));
        ShoalBatch *batch = batch_one(ocean_with(&def));
        forces(batch);
        ShoalSurfaceSampler *sampler;
        ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
        double buoyancy = 0.0, heave = 0.0;
        for (int64_t i = 0; i < 12 * 16 * 4; i++) {
            const double *c = shoal_voxels_cells(v) + 3 * i;
            const double x = def.position[0] + c[0], y = def.position[1] + c[1], z = def.position[2] + c[2];
            const double i0 = floor(x / spacing), j0 = floor(y / spacing);
            double points[4][2], height[4], rise[4], eta = 0.0, rising = 0.0;
            for (int k = 0; k < 4; k++) {
                points[k][0] = (i0 + (k & 1)) * spacing;
                points[k][1] = (j0 + (k >> 1)) * spacing;
            }
            ok(shoal_surface_sampler_sample(sampler, 0, 0.0, 4, (const double(*)[2])points, height, rise, NULL,
                                            last_error));
            for (int k = 0; k < 4; k++) {
                const double fx = x / spacing - i0, fy = y / spacing - j0;
                const double weight = (k & 1 ? fx : 1.0 - fx) * (k >> 1 ? fy : 1.0 - fy);
                eta += weight * height[k];
                rising += weight * rise[k];
            }
            const double wet = fmin(1.0, fmax(0.0, (eta - z) / 0.25 + 0.5));
            buoyancy += sea_water * g * 0.015625 * wet;
            heave += 3000.0 * 0.015625 * wet * rising;
        }
        check_rel(row_name("ocean %d: buoyancy", trial), term(batch, BUOYANCY, 2), buoyancy, 1e-9);
        check_abs(row_name("ocean %d: damping", trial), term(batch, HEAVE, 2), heave, 1e-9 * 36000.0);
        shoal_surface_sampler_destroy(sampler);
        shoal_batch_destroy(batch);
    }
    ShoalIsa isas[4];
    ShoalBodyDef def = body_of(&shape, 6000.0, 1.0, 2.0, 0.5);
    ShoalBatch *want = NULL;
    for (int i = 0, count = isas_here(isas); i < count; i++) {
        ShoalBatchDef batch_def = shoal_batch_def();
        batch_def.environments = 5;
        batch_def.threads = 1 + 2 * i;
        batch_def.isa = isas[i];
        batch_def.hash = 1;
        ShoalScene *scene = ocean_with(&def);
        ShoalBatch *batch = batch_of(scene, batch_def);
        shoal_scene_destroy(scene);
        step(batch, 0.01, 20);
        want = want ? want : batch;
        same_chain(shoal_isa_name(isas[i]), batch, 3, want, 3);
        if (batch != want) {
            shoal_batch_destroy(batch);
        }
    }
    shoal_batch_destroy(want);
    shoal_voxels_destroy(v);
    check_end();
}

// A crest under a corner carries a body whose plane, averaged over all of it, it does not reach; and the force grows from
// nothing as it sinks.
static void crests_count(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 2.0, 0.2, 0.0};
    double last = 0.0;
    for (int k = 0; k <= 60; k++) {
        ShoalVoxels *v;
        ShoalShapeDef shape = filled(&v, 8.0, 4.0, 0.5, 0.125);
        shape.voxel.surface_sample_spacing = 0.1;
        ShoalBatch *batch = body_in(scene_waves(sea_water, 1e-3, &wave, 1), shape, 100.0, 0.25 + 0.3 - 0.01 * k);
        forces(batch);
        const double force = term(batch, BUOYANCY, 2);
        check_range(row_name("lowest cell at %g", 0.3 - 0.01 * k), force - last, -1e-9, 0.011 * sea_water * g * 32.0);
        last = force;
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_range("through and through", last, 0.0, sea_water * g * 16.0);
    check_end();
}

/// @}
/// @name Drag
/// @{

// A drag of 1 a second takes speed and spin down by a factor of e every second under water, 0.02 out of it.
static void drags(void **state)
{
    (void)state;
    double error[2][2];
    for (int fine = 0; fine < 2; fine++) {
        for (int dry = 0; dry < 2; dry++) {
            ShoalVoxels *v;
            const ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, 0.25);
            ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, sea_water, dry ? 50.0 : -50.0);
            const double dt = fine ? 0.0025 : 0.005;
            const char *row = row_name("%s the water, dt %g", dry ? "out of" : "under", dt);
            set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0, 3.0);
            set(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, 2, 2.0);
            step(batch, dt, (int64_t)(1.0 / dt));
            const double want = exp(dry ? -0.02 : -1.0), v_x = get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0) / 3.0;
            error[fine][dry] = v_x - want;
            check_rel(row, v_x, want, 0.003);
            check_rel(row, get(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, 2) / 2.0, want, 0.003);
            shoal_batch_destroy(batch);
            shoal_voxels_destroy(v);
        }
    }
    check_range("half the step, under", error[1][0] / error[0][0], 0.45, 0.55);
    check_range("half the step, out of", error[1][1] / error[0][1], 0.45, 0.55);
    check_end();
}

// A step far longer than the damping's time stays at rest in the end: it is implicit.
static void stiff_damping(void **state)
{
    (void)state;
    ShoalVoxels *v;
    ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, 0.125);
    shape.voxel.heave_damping = 1e7;
    shape.voxel.slam_coefficient = 1e3;
    shape.voxel.linear_drag = shape.voxel.angular_drag = 1e4;
    ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, 500.0, 0.3);
    set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2, -20.0);
    set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0, 5.0);
    set(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, 1, 5.0);
    double last = 20.0;
    for (int k = 0; k < 400; k++) {
        step(batch, 0.05, 1);
        const double speed = fabs(get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2));
        check_range("speed", speed, 0.0, fmax(last, 0.1));
        last = speed;
    }
    check_range("in the end", fabs(get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0)), 0.0, 1e-6);
    shoal_batch_destroy(batch);
    shoal_voxels_destroy(v);
    check_end();
}

/// @}
/// @name Options
/// @{

static void options_while_floating(void **state)
{
    (void)state;
    ShoalVoxels *v;
    const ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, 0.25);
    ShoalBodyDef def = body_of(&shape, 500.0, 0.0, 0.0, 0.0);
    def.linear_velocity[0] = 1.0;
    def.linear_velocity[2] = -0.5;
    def.angular_velocity[2] = 1.0;
    ShoalScene *scene = scene_liquid(sea_water, 1e-3);
    add(scene, &def);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = 3;
    batch_def.hash = batch_def.term_outputs = 1;
    static const double usual[6] = {3000.0, 1.0, 1.0, 1.0, 0.02, 0.02};
    for (int option = 0; option < 6; option++) {
        ShoalBatch *batch = batch_of(scene, batch_def), *want = batch_of(scene, batch_def);
        double values[6], got[6];
        step(batch, 0.005, 20);
        step(want, 0.005, 20);
        ok(shoal_batch_get_param(batch, SHOAL_PARAM_VOXELS, 0, 0, 1, values, last_error));
        check_equal_bits("defaults", values, usual, sizeof usual);
        check_abs("default spacing", shoal_voxel_forces().surface_sample_spacing, 0.5, 0.0);
        values[option] *= 2.0;
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOXELS, 0, 0, 1, values, last_error));
        ok(shoal_batch_get_param(batch, SHOAL_PARAM_VOXELS, 0, 0, 1, got, last_error));
        check_equal_bits("as set", got, values, sizeof values);
        forces(batch);
        forces(want);
        const double f = get(want, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        const double factors[6] = {2.0,
                                   2.0,
                                   (0.02 + 1.98 * f) / (0.02 + 0.98 * f),
                                   (0.02 + 1.98 * f) / (0.02 + 0.98 * f),
                                   (0.04 + 0.96 * f) / (0.02 + 0.98 * f),
                                   (0.04 + 0.96 * f) / (0.02 + 0.98 * f)};
        static const int terms[6] = {6 * HEAVE + 2, 6 * SLAM + 2, 6 * DRAG, 6 * DRAG + 5, 6 * DRAG, 6 * DRAG + 5};
        const double was = get(want, SHOAL_TERM_WRENCH, 1, 0, terms[option]);
        check_true("there is some", was != 0.0, "the term is not 0");
        check_rel(row_name("option %d", option), get(batch, SHOAL_TERM_WRENCH, 1, 0, terms[option]),
                  factors[option] * was, 1e-12);
        same_slot("another environment", batch, 0, 0, want, 0, 0);
        same_slot("another environment", batch, 2, 0, want, 2, 0);
        step(batch, 0.005, 20);
        step(want, 0.005, 20);
        same_chain("another environment", batch, 2, want, 2);
        // saved and restored with its parameter
        const size_t bytes = shoal_batch_save_bytes(batch);
        void *saved = malloc(bytes);
        ok(shoal_batch_save(batch, saved, bytes, last_error));
        ok(shoal_batch_restore(want, saved, bytes, last_error));
        free(saved);
        step(batch, 0.005, 20);
        step(want, 0.005, 20);
        forces(batch);
        forces(want);
        same_batch("restored", want, batch);
        shoal_batch_destroy(batch);
        shoal_batch_destroy(want);
    }
    ShoalBatch *batch = batch_of(scene, batch_def);
    double values[6] = {3000.0, 1.0, 1.0, 1.0, 0.02, -0.02};
    ShoalError err;
    assert_int_equal(shoal_batch_set_param(batch, SHOAL_PARAM_VOXELS, 0, 0, 1, values, &err), SHOAL_ERR_ARGUMENT);
    check_says("negative", err.message,
               "shape 0 of body 'body0': minimum_angular_drag is -0.02, and must be at least 0");
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    shoal_voxels_destroy(v);
    check_end();
}

// Switched off as a whole, or without buoyancy; and terms that are not asked for.
static void switches(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        ShoalVoxels *v;
        ShoalShapeDef shape = filled(&v, 1.0, 1.0, 1.0, 0.25);
        shape.coefficients.enabled = k != 0;
        shape.coefficients.buoyancy = k != 1;
        ShoalBatch *batch = body_in(scene_liquid(sea_water, 1e-3), shape, 500.0, 0.0);
        set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2, -0.5);
        const uint32_t asked = k < 2 ? (uint32_t)SHOAL_TERMS_ALL : (uint32_t)SHOAL_RADIATION;
        ok(shoal_batch_forces(batch, asked, last_error));
        check_true("buoyancy", (term(batch, BUOYANCY, 2) != 0.0) == 0, "there is none");
        check_true("damping", (term(batch, HEAVE, 2) != 0.0) == (k > 0), "as asked for");
        check_true("drag", (term(batch, DRAG, 2) != 0.0) == (k == 1), "as asked for");
        check_abs("index", shape_get(batch, SHOAL_SHAPE_VOLUME_INDEX, 0, 0, 0), k == 0 ? -1.0 : 0.0, 0.0);
        if (k == 2) {
            check_rel("sum", get(batch, SHOAL_FORCE, 0, 0, 2), term(batch, HEAVE, 2), 0.0);
        }
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_end();
}

/// @}
/// @name Laws
/// @{

// An undamped box bobs for good: the energy stays within a bound and does not drift.
static void energy(void **state)
{
    (void)state;
    ShoalVoxels *v = voxels_of_shape(box(2.0, 2.0, 0.5), 0.125);
    ShoalBatch *batch = body_in(scene_liquid(1000.0, 0.0), voxels_bare(v), 300.0, 0.15); // 0.15 deep at rest, z = 0.1
    const double m = 600.0, area = 4.0, lowest = m * g * 0.1 + 500.0 * area * g * 0.15 * 0.15;
    double first = 0.0, most = 0.0;
    for (int64_t k = 0; k < (quick() ? 800 : 8000); k++) { // a period is 2 pi sqrt(0.15/g) = 0.78 s
        step(batch, 0.01, 10);
        const double z = get(batch, SHOAL_POSITION, 0, 0, 2), speed = get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2);
        const double draft = 0.25 - z, e = 0.5 * m * speed * speed + m * g * z + 500.0 * area * g * draft * draft;
        first = k == 0 ? e - lowest : first;
        most = fmax(most, fabs(e - lowest - first));
    }
    check_range("largest change of the energy", most / first, 0.0, 0.005); // (omega dt)^2/4 is 0.0016
    check_abs("upright", upright(batch), 1.0, 1e-12);
    shoal_batch_destroy(batch);
    shoal_voxels_destroy(v);
    check_end();
}

// Of still water nothing is horizontal but the drag, and nothing turns a body about the vertical but that.
static void momentum(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int trial = 0; trial < 20; trial++) {
        ShoalVoxels *v = voxels_of_shape(box(1.0, 0.5, 0.75), 0.125);
        ShoalShapeDef shape = voxels(v);
        shape.voxel.linear_drag = shape.voxel.angular_drag = 0.0;
        shape.voxel.minimum_linear_drag = shape.voxel.minimum_angular_drag = 0.0;
        ShoalScene *scene = scene_liquid(sea_water, 1e-3);
        add_random(scene, &shape, 1, 0.0, &seed);
        ShoalBatch *batch = batch_one(scene);
        double before[3], after[3];
        get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, before);
        for (int k = 0; k < 100; k++) {
            step(batch, 0.01, 1);
            double force[3], moment[3];
            get3(batch, SHOAL_FORCE, 0, 0, force);
            get3(batch, SHOAL_MOMENT, 0, 0, moment);
            check_abs("force", hypot(force[0], force[1]), 0.0, 1e-11);
            check_abs("moment", moment[2], 0.0, 1e-11);
        }
        get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, after);
        check_vector("velocity", after, before, 2, 1e-12, 1.0);
        shoal_batch_destroy(batch);
        shoal_voxels_destroy(v);
    }
    check_end();
}

// Voxels may give a body its mass alone, and another shape its forces.
static void mass_alone(void **state)
{
    (void)state;
    ShoalVoxels *v = voxels_of_shape(sphere(0.5), 0.05);
    ShoalMassProperties mass;
    ok(shoal_voxels_mass(v, 0.0, 600.0, &mass, last_error));
    const ShoalShapeDef ball = sphere(0.5);
    ShoalBodyDef def = body_of(&ball, mass.mass, 0.0, 0.0, -5.0);
    def.com_given = def.inertia_given = 1;
    memcpy(def.com, mass.com, sizeof def.com);
    memcpy(def.inertia, mass.inertia, sizeof def.inertia);
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    check_rel("buoyancy of the sphere", term(batch, BUOYANCY, 2), 1000.0 * g * acos(-1.0) / 6.0, 1e-12);
    check_rel("added mass of the sphere", get(batch, SHOAL_ADDED_MASS, 0, 0, 0), 1000.0 * acos(-1.0) / 12.0, 1e-12);
    shoal_batch_destroy(batch);
    shoal_voxels_destroy(v);
    check_end();
}

/// @}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drafts),
        cmocka_unit_test(held),
        cmocka_unit_test(weight_on_a_raft),
        cmocka_unit_test(floating_cubes),
        cmocka_unit_test(righting_moment),
        cmocka_unit_test(one_cell),
        cmocka_unit_test(against_the_water),
        cmocka_unit_test(gravity),
        cmocka_unit_test(every_cell),
        cmocka_unit_test(surface_grid),
        cmocka_unit_test(on_an_ocean),
        cmocka_unit_test(crests_count),
        cmocka_unit_test(drags),
        cmocka_unit_test(stiff_damping),
        cmocka_unit_test(options_while_floating),
        cmocka_unit_test(switches),
        cmocka_unit_test(energy),
        cmocka_unit_test(momentum),
        cmocka_unit_test(mass_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
