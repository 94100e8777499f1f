// shoal check: validates files and explains what is in them.
#include "floating.h"
#include "options.h"
#include "table.h"
#include "tool.h"

#include <limits.h>
#include <stdlib.h>

enum { BODIES_MAX = 20 };

static void warn(void *user, const char *sentence)
{
    (void)user;
    printf("warning: %s\n", sentence);
}

static void print_start(const ShoalScene *scene, const ShoalBodyDef *body, const Floating *found)
{
    if (body->shape_count == 0) {
        fputs("no shapes, so no fluid touches it", stdout);
    } else if (found->wet && found->submerged < 1.0) {
        printf("starts %.3g %% under in volume %d", 100.0 * found->submerged, found->volume);
    } else if (found->wet) {
        printf("starts under the surface of volume %d", found->volume);
    } else if (found->volume >= 0) {
        printf("starts above volume %d", found->volume);
    } else {
        printf("starts in %s", shoal_scene_ambient(scene, NULL) ? "the ambient fluid" : "a vacuum");
    }
}

static void print_fate(const ShoalScene *scene, const ShoalBodyDef *body, const Floating *found)
{
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    if (body->type != SHOAL_DYNAMIC || found->volume < 0 || body->shape_count == 0 || !(gravity[2] < 0.0)) {
        return;
    }
    if (found->buoyant == 0.0) {
        fputs("; it has no buoyancy, and sinks", stdout);
        return;
    }
    const double ratio = body->mass / (shoal_scene_volume(scene, found->volume)->medium.density * found->buoyant);
    printf("; %.4g times as dense as its liquid, it %s", ratio,
           ratio < 0.9999   ? "floats"
           : ratio > 1.0001 ? "sinks"
                            : "hovers");
    if (found->floats) {
        const double dt = shoal_scene_timestep(scene), turn = 6.283185307179586;
        printf("\n    at its starting attitude: draft %.4g m, heave period %.4g s, which is %.4g time steps",
               found->draft, found->heave, found->heave / dt);
        if (turn * dt > found->heave) {
            printf("\n    warning: the time step is %g s; accepted without loss: up to %.3g s", dt,
                   found->heave / turn);
        }
    }
}

static void print_body(const ShoalScene *scene, int index, const Floating *found)
{
    static const char *const kinds[] = {"dynamic", "kinematic", "static"};
    const ShoalBodyDef *body = shoal_scene_body(scene, index);
    ShoalMassProperties properties;
    ShoalError err;
    shoal_mass_properties(body, &properties, &err);
    printf("  '%s': %s, %d shape%s, %.4g kg", body->name, kinds[body->type], body->shape_count,
           body->shape_count == 1 ? "" : "s", body->mass);
    if (properties.volume > 0.0) {
        printf(", %.4g m^3, %.4g kg/m^3", properties.volume, body->mass / properties.volume);
    }
    fputs("\n    ", stdout);
    print_start(scene, body, found);
    print_fate(scene, body, found);
    putchar('\n');
}

static ShoalStatus explain(const ShoalScene *scene, Floating *found, ShoalError *err)
{
    Observer observer;
    ShoalStatus status = observer_open(&observer, scene, SHOAL_FACES_STANDARD, SHOAL_ISA_BEST, err);
    if (status != SHOAL_OK) {
        return status;
    }
    status = floating_find(&observer, found, err);
    observer_close(&observer);
    if (status != SHOAL_OK) {
        return status;
    }
    const int bodies = shoal_scene_body_count(scene), shown = bodies <= BODIES_MAX ? bodies : BODIES_MAX;
    table_scene(stdout, scene);
    printf("  time step %g s\n", shoal_scene_timestep(scene));
    for (int b = 0; b < shown; b++) {
        print_body(scene, b, &found[b]);
    }
    if (bodies > shown) {
        printf("  and %d more bodies\n", bodies - shown);
    }
    return SHOAL_OK;
}

static int check_file(const char *path, const SettingList *settings)
{
    ShoalLoadOptions options = shoal_load_options();
    options.settings = settings->list;
    options.setting_count = settings->count;
    options.warn = warn;
    ShoalScene *scene = NULL;
    ShoalError err;
    if (shoal_scene_load(path, &options, &scene, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    printf("%s: accepted\n", path);
    Floating *found = calloc((size_t)shoal_scene_body_count(scene) + 1, sizeof *found);
    int code = TOOL_OK;
    if (!found) {
        code = tool_fail(TOOL_OTHER, "%s: no memory for its bodies", path);
    } else if (explain(scene, found, &err) != SHOAL_OK) {
        code = tool_fail_status(&err);
    }
    free(found);
    shoal_scene_destroy(scene);
    return code;
}

int check_command(int argc, char **argv)
{
    SettingList settings = {0};
    const Option options[] = {
        {"set", "NAME=VALUE", &option_setting, &settings, "a parameter of the worlds; may be repeated"},
    };
    const Usage usage = {
        .command = "check",
        .operands = "FILE...",
        .purpose =
            "Validates worlds and cases and explains what is in them: the fluids, each body's mass, volume and "
            "density,\n"
            "where it starts, whether it floats, and its heave period against the time step. All files are read, also\n"
            "after a bad one.",
        .example = "shoal check examples/fluid_pool.xml",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = INT_MAX,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        code = TOOL_OK;
        for (int i = 1; i <= files; i++) {
            const int of_file = check_file(argv[i], &settings);
            code = of_file > code ? of_file : code;
        }
    }
    free(settings.list);
    return code;
}
