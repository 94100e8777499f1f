// Meshes with a height of the surface for each vertex: on a plane as surface_exact, on a wave the columns of water over the
// bottom, and the same bits from every instruction set and number of threads.
#include "bits.h"
#include "check.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>

static const double rho = 1000.0;

static ShoalBatch *held(const ShoalVolumeDef *volume, ShoalMesh *of, ShoalMeshAlgorithm algorithm, const double at[3],
                        const double q[4])
{
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, volume, NULL, last_error));
    ShoalShapeDef shape = mesh(of);
    shape.algorithm = algorithm;
    ShoalBodyDef def = body_of(&shape, 1.0, at[0], at[1], at[2]);
    def.type = SHOAL_STATIC;
    for (int k = 0; k < 4; k++) {
        def.quaternion[k] = q[k];
    }
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static void on_a_plane(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const ShoalPlaneSampler slope = {.surface_height = 0.1, .slope = {0.2, -0.1}};
    for (int number = 0; number < SOLIDS; number++) {
        Triangles t = solid(number, &seed);
        ShoalMesh *of = mesh_from(t);
        ShoalMeshReport report;
        shoal_mesh_report(of, &report);
        for (int k = 0; k < 20; k++) {
            ShoalVolumeDef volume = shoal_volume_def();
            volume.medium.density = rho;
            volume.sampler = k % 2 ? &slope : NULL;
            const double at[3] = {between(&seed, -1.0, 1.0), between(&seed, -1.0, 1.0), between(&seed, -0.6, 0.6)};
            double q[4];
            random_quaternion(&seed, q);
            ShoalBatch *want = held(&volume, of, SHOAL_MESH_SURFACE_EXACT, at, q);
            ShoalBatch *got = held(&volume, of, SHOAL_MESH_SURFACE_WAVES, at, q);
            const struct {
                ShoalShapeField field;
                int components;
                double scale;
            } found[] = {{SHOAL_SHAPE_WET_VOLUME, 1, report.volume},
                         {SHOAL_SHAPE_WATERPLANE_AREA, 1, report.area},
                         {SHOAL_SHAPE_WET_CENTROID, 3, 1.0},
                         {SHOAL_SHAPE_WATERPLANE_CENTROID, 3, 1.0}};
            const double wet = shape_get(want, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0) / report.volume;
            for (size_t f = 0; f < COUNT(found); f++) {
                char row[96];
                snprintf(row, sizeof row, "%s, pose %d, result %d", solid_names[number], k, (int)f);
                for (int c = 0; c < found[f].components && (f == 0 || (wet > 0.01 && wet < 0.99)); c++) {
                    check_abs(row, shape_get(got, found[f].field, 0, 0, c), shape_get(want, found[f].field, 0, 0, c),
                              (f == 0 ? 1e-12 : 1e-10) * found[f].scale);
                }
            }
            shoal_batch_destroy(want);
            shoal_batch_destroy(got);
        }
        shoal_mesh_destroy(of);
    }
    check_end();
}

// An upright box of 12 x 2 x 1.6 m on waves of 9 to 30 m: volume and moments of the columns between its bottom and the
// surface by Gauss-Legendre quadrature of the formula of the waves.
static const ShoalWave sea[] = {
    {{1.0, 0.4}, 9.0, 0.1, 0.3}, {{-0.5, 1.0}, 14.0, 0.12, 2.0}, {{1.0, 0.0}, 30.0, 0.2, 4.0}};
static const double half[3] = {6.0, 1.0, 0.8};

static double elevation(double x, double y)
{
    double eta = 0.0;
    for (size_t j = 0; j < COUNT(sea); j++) {
        const double d = hypot(sea[j].direction[0], sea[j].direction[1]), k = 6.283185307179586 / sea[j].wavelength;
        eta += sea[j].amplitude * cos(k * (sea[j].direction[0] * x + sea[j].direction[1] * y) / d + sea[j].phase);
    }
    return eta;
}

// Volume, and its centroid x y z from the box's centre at `at`.
static void columns(const double at[3], double out[4])
{
    static const double node[4] = {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626,
                                   0.86113631159405258};
    static const double weight[4] = {0.34785484513745386, 0.65214515486254614, 0.65214515486254614,
                                     0.34785484513745386};
    enum { PARTS = 60 };
    double sum[4] = {0.0};
    for (int i = 0; i < 4 * PARTS; i++) {
        for (int j = 0; j < 4 * PARTS; j++) {
            const double hx = half[0] / PARTS, hy = half[1] / PARTS;
            const double x = -half[0] + hx * (2 * (i / 4) + 1 + node[i % 4]);
            const double y = -half[1] + hy * (2 * (j / 4) + 1 + node[j % 4]);
            const double low = -half[2], high = elevation(at[0] + x, at[1] + y) - at[2];
            const double w = weight[i % 4] * hx * weight[j % 4] * hy;
            sum[0] += w * (high - low);
            sum[1] += w * (high - low) * x;
            sum[2] += w * (high - low) * y;
            sum[3] += 0.5 * w * (high * high - low * low);
        }
    }
    for (int k = 0; k < 4; k++) {
        out[k] = k ? sum[k] / sum[0] : sum[0];
    }
}

static void long_box_on_waves(void **state)
{
    (void)state;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium.density = rho;
    volume.waves = sea;
    volume.wave_count = (int)COUNT(sea);
    const double at[3] = {2.0, -3.0, 0.1}, upright[4] = {1.0, 0.0, 0.0, 0.0};
    double want[4], before[2] = {0.0};
    columns(at, want);
    for (int n = 8; n <= 64; n *= 2) {
        Triangles t = cube_triangles(n);
        triangles_scale(&t, 2.0 * half[0], 2.0 * half[1], 2.0 * half[2]);
        ShoalMesh *of = mesh_from(t);
        ShoalBatch *batch = held(&volume, of, SHOAL_MESH_SURFACE_WAVES, at, upright);
        double got[4] = {shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0)};
        for (int k = 0; k < 3; k++) {
            got[k + 1] = shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, k);
        }
        // linear between points h apart: k^2 h^2/8 of the amplitude at most, and the shortest wave is 9 m
        const double h = 2.0 * half[0] / n, most = 0.42 * pow(6.283185307179586 / 9.0 * h, 2.0) / 8.0;
        const double scale[4] = {4.0 * half[0] * half[1], half[0], half[1], half[2]};
        double error[2] = {0.0}; // of the volume and of the centroid
        for (int k = 0; k < 4; k++) {
            error[k > 0] = hypot(error[k > 0], (got[k] - want[k]) / scale[k]);
        }
        for (int k = 0; k < 2; k++) {
            char row[96];
            snprintf(row, sizeof row, "%s, %d squares along", k ? "centroid" : "volume", n);
            check_range(row, error[k], 0.0, most);
            if (n > 8) {
                check_range(row, before[k] / error[k], 3.0, 5.0);
            }
            before[k] = error[k];
        }
        check_abs("waterplane",
                  shape_get(batch, SHOAL_SHAPE_WATERPLANE_AREA, 0, 0, 0) *
                      shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, 0, 0, 2),
                  4.0 * half[0] * half[1], 1e-10);
        check_rel("buoyancy", term(batch, 0, 2), rho * 9.81 * got[0], 1e-12);
        shoal_batch_destroy(batch);
        shoal_mesh_destroy(of);
    }
    check_end();
}

// A crest at the end of a hull whose averaged plane does not reach it.
static void crest_under_a_corner(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 12.0, 0.5, 0.0};
    ShoalVolumeDef volume = shoal_volume_def();
    volume.waves = &wave;
    volume.wave_count = 1;
    const double at[3] = {6.0, 0.0, 0.2 + 0.4}, upright[4] = {1.0, 0.0, 0.0, 0.0};
    Triangles t = cube_triangles(24);
    triangles_scale(&t, 12.0, 0.5, 0.4);
    ShoalMesh *of = mesh_from(t);
    ShoalBatch *batch = held(&volume, of, SHOAL_MESH_SURFACE_WAVES, at, upright);
    // 2 x 0.5 m wide ends under 0.5 cos(k x) - 0.4, over |x| < acos(0.8)/k
    const double k = 6.283185307179586 / 12.0, end = acos(0.8) / k;
    const double want = 2.0 * 0.5 * (0.5 * sin(k * end) / k - 0.4 * end);
    check_rel("volume of both ends", shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0), want, 0.05);
    shoal_batch_destroy(batch);
    shoal_mesh_destroy(of);
    check_end();
}

static ShoalBatch *adrift(ShoalIsa isa, int threads, int environments)
{
    uint64_t seed = 11;
    ShoalScene *scene = scene_waves(rho, 1e-3, sea, (int)COUNT(sea));
    scene_air(scene, 1.2, 1.8e-5);
    for (int b = 0; b < 12; b++) {
        ShoalMesh *of = mesh_from(solid(b % SOLIDS, &seed));
        ShoalShapeDef shape = mesh(of);
        shape.algorithm = SHOAL_MESH_SURFACE_WAVES;
        add_random(scene, &shape, 1, 0.0, &seed);
        shoal_mesh_destroy(of);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.isa = isa;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    step(batch, 0.004, quick() ? 5 : 25);
    forces(batch);
    return batch;
}

static void bits(void **state)
{
    (void)state;
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    ShoalBatch *want = adrift(SHOAL_ISA_SCALAR, 1, 5);
    for (int k = 0; k < count; k++) {
        for (int threads = 1; threads <= 3; threads += 2) {
            ShoalBatch *got = adrift(isas[k], threads, 5);
            same_batch(shoal_isa_name(isas[k]), got, want);
            shoal_batch_destroy(got);
        }
    }
    ShoalBatch *many = adrift(SHOAL_ISA_BEST, 2, 70);
    for (int b = 0; b < 12; b++) {
        same_slot("of many", many, 69, b, want, 0, b);
    }
    shoal_batch_destroy(many);
    shoal_batch_destroy(want);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_plane),
        cmocka_unit_test(long_box_on_waves),
        cmocka_unit_test(crest_under_a_corner),
        cmocka_unit_test(bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
