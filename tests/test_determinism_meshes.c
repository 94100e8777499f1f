// Meshes whose faces are shared out among threads, and instances of one mesh, change no bit.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "meshes.h"
#include "scenes.h"

#include <stdio.h>

#define DT 0.004

// Takes a batch over: the first one is wanted, those after it are to be the same.
static void same_as_first(const char *row, ShoalBatch *got, ShoalBatch **want)
{
    if (!*want) {
        *want = got;
        return;
    }
    same_chain(row, got, 0, *want, 0);
    same_batch(row, got, *want);
    shoal_batch_destroy(got);
}

// One mesh of many faces, half under: shared out among threads, and beside small ones.
static void many_faces(void **state)
{
    (void)state;
    const int bands = quick() ? 101 : 301, around = quick() ? 150 : 500, steps = 4;
    ShoalMesh *large = mesh_from(blob_triangles(bands, around)), *small = mesh_from(cube_triangles(2));
    ShoalIsa isas[4];
    const int isa_count = isas_here(isas);
    for (int company = 0; company < 3; company++) { // nobody, some small meshes, the same large one
        ShoalBatch *want = NULL;
        for (int k = 0; k < isa_count; k++) {
            for (int threads = 1; threads <= 3; threads++) {
                ShoalScene *scene = scene_waves(998.2, 1.002e-3, &(ShoalWave){{0.6, 0.8}, 9.0, 0.2, 0.4}, 1);
                scene_air(scene, 1.204, 1.825e-5);
                uint64_t seed = 25;
                for (int b = 0; b < (company == 0 ? 1 : 4); b++) {
                    const ShoalShapeDef shape = mesh(b == 0 || company == 2 ? large : small);
                    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.02 * b);
                    def.density = 500.0;
                    for (int c = 0; c < 3; c++) {
                        def.linear_velocity[c] = between(&seed, -0.5, 0.5);
                        def.angular_velocity[c] = between(&seed, -0.5, 0.5);
                    }
                    random_quaternion(&seed, def.quaternion);
                    add(scene, &def);
                }
                ShoalBatchDef def = hashed(company == 1 ? 2 : 1, threads);
                def.isa = isas[k];
                ShoalBatch *got = batch_of(scene, def);
                shoal_scene_destroy(scene);
                step(got, DT, steps);
                forces(got);
                char row[96];
                snprintf(row, sizeof row, "company %d, %s, %d threads", company, shoal_isa_name(isas[k]), threads);
                same_as_first(row, got, &want);
            }
        }
        shoal_batch_destroy(want);
    }
    shoal_mesh_destroy(large);
    shoal_mesh_destroy(small);
    check_end();
}

// Shapes behind a large mesh in a compound, and a sampler that is asked by row: a thread that is late with them finds the
// rows as they were, although another has done with the block (under the thread sanitizer, which sees it without the luck).
static void late_in_a_shared_block(void **state)
{
    (void)state;
    const int bands = 81, around = 60, steps = quick() ? 6 : 30, n = 5;
    ShoalMesh *large = mesh_from(blob_triangles(bands, around));
    ShoalBatch *want = NULL;
    for (int threads = 1; threads <= 3; threads++) {
        ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
        scene_air(scene, 1.204, 1.825e-5);
        uint64_t seed = 27;
        for (int b = 0; b < 2; b++) {
            ShoalShapeDef shapes[] = {mesh(large), sphere(0.2), box(0.3, 0.2, 0.4)};
            shapes[1].offset[0] = 0.9;
            shapes[2].offset[1] = -0.8;
            add_random(scene, shapes, COUNT(shapes), 0.0, &seed);
        }
        ShoalBatch *got = batch_of(scene, hashed(n, threads));
        shoal_scene_destroy(scene);
        set_rolling(got, 0);
        for (int e = 0; e < n; e++) { // so that rows change places as they come up and go under
            set(got, SHOAL_LINEAR_VELOCITY, e, 0, 2, between(&seed, -8.0, 8.0));
        }
        for (int k = 0; k < steps; k++) {
            step(got, DT, 1);
        }
        forces(got);
        char row[48];
        snprintf(row, sizeof row, "%d threads", threads);
        same_as_first(row, got, &want);
    }
    shoal_batch_destroy(want);
    shoal_mesh_destroy(large);
    check_end();
}

// Many instances of a mesh in the bodies and environments of a batch, each as it comes out alone.
static void instances_of_a_mesh(void **state)
{
    (void)state;
    const int bodies = 40, n = 9, steps = 10;
    ShoalMesh *m = mesh_from(knot_triangles());
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, &(ShoalWave){{0.6, 0.8}, 9.0, 0.2, 0.4}, 1);
    uint64_t seed = 26;
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shape = mesh(m);
        shape.algorithm = (ShoalMeshAlgorithm)(b % 5);
        ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, between(&seed, -0.8, 0.8));
        def.density = 600.0;
        for (int c = 0; c < 3; c++) {
            def.linear_velocity[c] = between(&seed, -0.5, 0.5);
            def.angular_velocity[c] = between(&seed, -0.5, 0.5);
        }
        random_quaternion(&seed, def.quaternion);
        add(scene, &def);
    }
    shoal_mesh_destroy(m);
    ShoalBatch *all = batch_of(scene, hashed(n, 2));
    step(all, DT, steps);
    forces(all);
    for (int b = 0; b < bodies; b++) {
        ShoalScene *one_body = some_bodies(scene, b, 1, 1);
        ShoalBatch *alone = batch_of(one_body, hashed(1, 1));
        step(alone, DT, steps);
        forces(alone);
        for (int e = 0; e < n; e += 4) {
            same_slot("instance", all, e, b, alone, 0, 0);
        }
        shoal_batch_destroy(alone);
        shoal_scene_destroy(one_body);
    }
    shoal_batch_destroy(all);
    shoal_scene_destroy(scene);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_faces),
        cmocka_unit_test(late_in_a_shared_block),
        cmocka_unit_test(instances_of_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
