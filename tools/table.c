#include "table.h"
#include "observer.h"
#include "tool.h"

#include <inttypes.h>
#include <math.h>

enum { ROWS_MAX = 20, REPORTS_MAX = 10 };

static const char *plural(int64_t count) { return count == 1 ? "" : "s"; }

static void print_medium(FILE *out, const ShoalMedium *medium)
{
    const double *v = medium->velocity;
    fprintf(out, "%g kg/m^3, %g Pa s", medium->density, medium->viscosity);
    if (v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0) {
        fprintf(out, ", moving at %g %g %g m/s", v[0], v[1], v[2]);
    }
}

static void print_current(FILE *out, const ShoalCurrent *current)
{
    const ShoalCurrentDef grid = shoal_current_grid(current);
    const int64_t *n = grid.count;
    double most = 0.0;
    for (int64_t k = 0; k < n[0] * n[1] * n[2] * grid.time_count; k++) {
        const double *v = grid.velocity + 3 * k;
        most = fmax(most, hypot(hypot(v[0], v[1]), v[2]));
    }
    fprintf(out, "; a current on %" PRId64 " x %" PRId64 " x %" PRId64 " points", n[0], n[1], n[2]);
    for (int k = 0; k < 3; k++) {
        if (n[k] > 1) {
            fprintf(out, ", %c %g to %g m", 'x' + k, grid.first[k], grid.last[k]);
        }
    }
    if (grid.time_count > 1) {
        fprintf(out, ", %" PRId64 " times from %g to %g s", grid.time_count, grid.times[0],
                grid.times[grid.time_count - 1]);
    }
    fprintf(out, ", up to %g m/s", most);
}

static void print_sea(FILE *out, const ShoalSea *sea, double gravity)
{
    fprintf(out, "; a sea of %d component%s, Hs %g m, Tp %g s", sea->components, plural(sea->components),
            sea->significant_height, sea->peak_period);
    ShoalSeaReport report;
    if (shoal_sea_waves(sea, gravity, NULL, &report, NULL) == SHOAL_OK) {
        fprintf(out, ", waves of %.3g to %.3g m", report.wavelength_low, report.wavelength_high);
        if (report.steepness >= 0.1) {
            fprintf(out,
                    "\n    warning: its steepest component has k a = %.2g; linear waves are good below 0.1 (a lower "
                    "cut_off or more components)",
                    report.steepness);
        }
    }
}

static void print_volume(FILE *out, const ShoalVolumeDef *volume, double gravity)
{
    print_medium(out, &volume->medium);
    if (volume->sampler) {
        fprintf(out, "; a plane at %g m", volume->sampler->surface_height);
    } else if (volume->current) {
        print_current(out, volume->current);
    } else if (volume->river) {
        fprintf(out, "; a river %g m wide and %g m deep, %g m/s, slope %g", volume->river->width, volume->river->depth,
                volume->river->speed, volume->river->slope);
    } else if (volume->ocean) {
        fprintf(out, "; an ocean about %g m of %d patch%s, Hs %g m, Tp %g s", volume->surface_height,
                volume->ocean->patch_count, volume->ocean->patch_count == 1 ? "" : "es",
                volume->ocean->significant_height, volume->ocean->peak_period);
    } else {
        fprintf(out, "; surface at %g m, %d wave%s", volume->surface_height, volume->wave_count,
                plural(volume->wave_count));
    }
    if (volume->sea) {
        print_sea(out, volume->sea, gravity);
    }
    if (volume->grid_spacing > 0.0) {
        fprintf(out, ", through a grid of %g m", volume->grid_spacing);
    }
}

static void print_bodies(FILE *out, const ShoalScene *scene)
{
    static const char *const kinds[] = {"dynamic", "kinematic", "static"};
    int count[COUNT(kinds)] = {0};
    for (int b = 0; b < shoal_scene_body_count(scene); b++) {
        count[shoal_scene_body(scene, b)->type]++;
    }
    const char *comma = "";
    for (int k = 0; k < COUNT(kinds); k++) {
        if (count[k] > 0) {
            fprintf(out, "%s%d %s", comma, count[k], kinds[k]);
            comma = ", ";
        }
    }
    fprintf(out, "%s\n", *comma ? "" : "none");
}

void table_scene(FILE *out, const ShoalScene *scene)
{
    double g[3];
    shoal_scene_gravity(scene, g);
    fprintf(out, "  gravity   %g %g %g m/s^2\n  ambient   ", g[0], g[1], g[2]);
    ShoalMedium ambient;
    if (shoal_scene_ambient(scene, &ambient)) {
        print_medium(out, &ambient);
    } else {
        fputs("none (a vacuum)", out);
    }
    for (int v = 0; v < shoal_scene_volume_count(scene); v++) {
        fprintf(out, "\n  volume %-2d ", v);
        print_volume(out, shoal_scene_volume(scene, v), hypot(hypot(g[0], g[1]), g[2]));
    }
    fputs("\n  bodies    ", out);
    print_bodies(out, scene);
}

void table_run(FILE *out, const Scenario *scenario, const ShoalBatch *batch)
{
    const int environments = scenario->environments, threads = shoal_batch_threads(batch);
    fprintf(out, "  run       %d environment%s, %" PRId64 " step%s of %g s, up to %d thread%s, %s, %s faces\n\n",
            environments, plural(environments), scenario->steps, plural(scenario->steps), scenario->dt, threads,
            plural(threads), shoal_isa_name(shoal_batch_isa(batch)), faces_name(scenario->faces));
}

/// Degrees between a body's z axis and the vertical.
static double tilt(const double quaternion[4])
{
    const double z[3] = {0.0, 0.0, 1.0};
    double axis[3];
    quaternion_turn(quaternion, z, axis);
    return atan2(hypot(axis[0], axis[1]), axis[2]) * 57.29577951308232;
}

static void print_body(FILE *out, const Observer *observer, int body)
{
    const ShoalBodyDef *def = shoal_scene_body(observer->scene, body);
    double quaternion[4], velocity[3], submerged;
    observer_get(observer, SHOAL_QUATERNION, body, quaternion);
    observer_get(observer, SHOAL_LINEAR_VELOCITY, body, velocity);
    observer_get(observer, SHOAL_SUBMERGED_VOLUME, body, &submerged);
    const double draft = observer_draft(observer, body), speed = hypot(hypot(velocity[0], velocity[1]), velocity[2]);
    ShoalMassProperties properties;
    ShoalError err;
    shoal_mass_properties(def, &properties, &err);
    char depth[32] = "-";
    if (!isnan(draft)) {
        snprintf(depth, sizeof depth, "%.4f", draft);
    }
    fprintf(out, "  %-20s %10s %10.2f %10.4f %10.4f\n", def->name, depth, tilt(quaternion),
            properties.volume > 0.0 ? submerged / properties.volume : 0.0, speed);
}

ShoalStatus table_bodies(FILE *out, const Scenario *scenario, ShoalBatch *batch, ShoalError *err)
{
    Observer observer;
    ShoalStatus status = observer_open(&observer, scenario->scene, scenario->faces, shoal_batch_isa(batch), err);
    if (status != SHOAL_OK) {
        return status;
    }
    status = observer_copy(&observer, batch, 0, err);
    status = status == SHOAL_OK ? observer_evaluate(&observer, err) : status;
    double time = 0.0;
    status = status == SHOAL_OK ? shoal_batch_time(batch, 0, &time, NULL, err) : status;
    if (status == SHOAL_OK) {
        const int bodies = shoal_batch_bodies(batch), rows = bodies <= ROWS_MAX ? bodies : ROWS_MAX;
        fprintf(out,
                "Environment 0 at %g s. Draft: depth of the lowest point under the surface. Tilt: of the body's z\n"
                "axis against the vertical. Submerged: part of the volume.\n\n",
                time);
        fprintf(out, "  %-20s %10s %10s %10s %10s\n", "body", "draft m", "tilt deg", "submerged", "speed m/s");
        for (int b = 0; b < rows; b++) {
            print_body(out, &observer, b);
        }
        if (bodies > rows) {
            fprintf(out, "  and %d more\n", bodies - rows);
        }
        fputc('\n', out);
    }
    observer_close(&observer);
    return status;
}

static const struct {
    const char *name, *sentence;
} flags[] = {
    {"not_finite", "its state or forces stopped being finite, and it is frozen"},
    {"stiff", "the time step is above a sixth of its heave period; the limit of stability is a third"},
    {"not_converged", "half a step of free motion did not converge; take a smaller time step"},
};

const char *flag_name(int number) { return number < COUNT(flags) ? flags[number].name : NULL; }

void table_reports(FILE *out, const ShoalScene *scene, const ShoalReport *reports, int count)
{
    for (int i = 0; i < count && i < REPORTS_MAX; i++) {
        const ShoalReport *report = &reports[i];
        for (int f = 0; f < COUNT(flags); f++) {
            if (report->flags & (1u << f)) {
                fprintf(out, "flagged: body '%s', environment %d, from step %" PRId64 ": %s\n",
                        shoal_scene_body(scene, report->body)->name, report->environment, report->step,
                        flags[f].sentence);
            }
        }
    }
    if (count > REPORTS_MAX) {
        fprintf(out, "flagged: and %d more bodies\n", count - REPORTS_MAX);
    }
}
