#include "laws.h"
#include "check.h"
#include "scenes.h"
#include "world.h"

#include <math.h>
#include <stdio.h>

// One body of the draw in a bottomless fluid of 1000 kg/m^3.
static ShoalBatch *alone(const ShoalBodyDef *def, double gravity)
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalError err;
    if (shoal_scene_set_gravity(scene, (double[3]){0.0, 0.0, gravity}, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    add(scene, def);
    return batch_from(scene, shoal_batch_def());
}

static ShoalBodyDef deep_body(uint64_t *seed, ShoalShapeDef shapes[3], int with_voxels)
{
    ShoalBodyDef def = body_draw(seed, shapes, with_voxels);
    def.position[2] = -50.0;
    for (int s = 0; s < def.shape_count; s++) {
        shapes[s].algorithm = SHOAL_MESH_EXACT; // others are crude on purpose
    }
    return def;
}

// p = m v + (M_A nu), 2 T = nu (M_B + M_A) nu in world axes about the centre of mass.
static double energy_and_impulse(ShoalBatch *batch, const ShoalBodyDef *def, double inertia[6], double impulse[3])
{
    double nu[6], q[4], spin[3], added[36];
    forces(batch);
    get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, nu);
    get3(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, nu + 3);
    for (int k = 0; k < 4; k++) {
        q[k] = get(batch, SHOAL_QUATERNION, 0, 0, k) * (k ? -1.0 : 1.0); // the inverse
    }
    rotate(q, nu + 3, spin);
    double twice = spin[0] * (inertia[0] * spin[0] + 2.0 * inertia[1] * spin[1] + 2.0 * inertia[2] * spin[2]) +
                   spin[1] * (inertia[3] * spin[1] + 2.0 * inertia[4] * spin[2]) + inertia[5] * spin[2] * spin[2];
    for (int i = 0, k = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++, k++) {
            added[6 * i + j] = added[6 * j + i] = get(batch, SHOAL_ADDED_MASS, 0, 0, k);
        }
    }
    for (int i = 0; i < 6; i++) {
        double row = i < 3 ? def->mass * nu[i] : 0.0;
        for (int j = 0; j < 6; j++) {
            row += added[6 * i + j] * nu[j];
        }
        twice += nu[i] * row;
        if (i < 3) {
            impulse[i] = row;
        }
    }
    return 0.5 * twice;
}

void coasting_keeps_energy_and_impulse(uint64_t *seed)
{
    ShoalShapeDef shapes[3];
    ShoalBodyDef def = deep_body(seed, shapes, 0);
    for (int s = 0; s < def.shape_count; s++) {
        const double added_mass = shapes[s].coefficients.added_mass;
        shapes[s] = statics(shapes[s]);
        shapes[s].coefficients.added_mass = added_mass;
    }
    ShoalMassProperties p;
    ShoalError err;
    if (shoal_mass_properties(&def, &p, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    def.mass = p.mass;
    ShoalBatch *batch = alone(&def, 0.0);
    const double dt = between(seed, 5e-4, 1e-2);
    double first[3], impulse[3];
    const double start = energy_and_impulse(batch, &def, p.inertia, first);
    step(batch, dt, 100);
    const double end = energy_and_impulse(batch, &def, p.inertia, impulse);
    const double scale = sqrt(2.0 * start * p.mass); // of the impulse of a mass with that energy
    char row[128];
    snprintf(row, sizeof row, "%d shapes, dt %g", def.shape_count, dt);
    check_rel(row, end, start, 1e-10);
    check_vector(row, impulse, first, 3, 1e-10, scale);
    check_true(row, shoal_batch_reports(batch, NULL, 0) == 0, "no flags");
    shoal_batch_destroy(batch);
}

void neutral_stays_at_rest(uint64_t *seed)
{
    ShoalShapeDef shapes[3];
    ShoalBodyDef def = deep_body(seed, shapes, 1);
    def.density = 1000.0;
    for (int k = 0; k < 3; k++) {
        def.linear_velocity[k] = def.angular_velocity[k] = 0.0;
    }
    ShoalMassProperties p;
    ShoalError err;
    if (shoal_mass_properties(&def, &p, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    ShoalBatch *batch = alone(&def, -9.81);
    double force[3], moved[3], speed[3];
    char row[128];
    snprintf(row, sizeof row, "%d shapes, neutral", def.shape_count);
    forces(batch);
    get3(batch, SHOAL_FORCE, 0, 0, force);
    check_vector(row, force, (double[3]){0.0, 0.0, 9.81 * p.mass}, 3, 1e-12, 9.81 * p.mass);
    step(batch, 0.005, 200);
    get3(batch, SHOAL_POSITION, 0, 0, moved);
    get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, speed);
    check_vector(row, moved, def.position, 3, 1e-9, 1.0);
    check_vector(row, speed, (double[3]){0.0, 0.0, 0.0}, 3, 1e-11, 1.0);
    shoal_batch_destroy(batch);
}
