// shoal eval: what the fluids do to the bodies of a case, term by term. docs/formats.md, "The answer of shoal eval".
#include "json.h"
#include "observer.h"
#include "options.h"
#include "tool.h"

#include <limits.h>

enum { WRENCH = 6, TERMS = SHOAL_TERM_COUNT };

static void print_wrench(Json *json, const char *key, const double wrench[WRENCH])
{
    json_key(json, key);
    json_open(json, '{');
    json_key(json, "force");
    json_numbers(json, wrench, 3);
    json_key(json, "moment");
    json_numbers(json, wrench + 3, 3);
    json_close(json, '}');
}

static int bit_number(ShoalTerm term)
{
    int number = 0;
    while ((term >> number) > 1u) {
        number++;
    }
    return number;
}

static void print_terms(Json *json, const double terms[TERMS][WRENCH])
{
    static const struct {
        const char *key;
        ShoalTerm term;
    } whole[] = {
        {"buoyancy", SHOAL_BUOYANCY},
        {"acceleration", SHOAL_ACCELERATION_FORCE},
        {"viscous", SHOAL_VISCOUS},
        {"magnus", SHOAL_MAGNUS},
        {"entry", SHOAL_ENTRY},
        {"radiation", SHOAL_RADIATION},
        {"kirchhoff", SHOAL_KIRCHHOFF},
        {"drag_pressure", SHOAL_DRAG_PRESSURE},
        {"drag_friction", SHOAL_DRAG_FRICTION},
    };
    const double *pressure = terms[bit_number(SHOAL_DRAG_PRESSURE)], *friction = terms[bit_number(SHOAL_DRAG_FRICTION)];
    double drag[WRENCH];
    for (int k = 0; k < WRENCH; k++) {
        drag[k] = pressure[k] + friction[k];
    }
    json_key(json, "terms");
    json_open(json, '{');
    for (int i = 0; i < COUNT(whole); i++) {
        print_wrench(json, whole[i].key, terms[bit_number(whole[i].term)]);
    }
    print_wrench(json, "drag", drag);
    json_close(json, '}');
}

/// From the lower triangle by rows.
static void print_symmetric(Json *json, const char *key, const double lower[21])
{
    json_key(json, key);
    json_open(json, '[');
    for (int i = 0; i < 6; i++) {
        double row[6];
        for (int j = 0; j < 6; j++) {
            const int high = i > j ? i : j, low = i > j ? j : i;
            row[j] = lower[high * (high + 1) / 2 + low];
        }
        json_numbers(json, row, 6);
    }
    json_close(json, ']');
}

static void print_shape(Json *json, const Observer *observer, int body, int shape)
{
    static const struct {
        const char *key;
        ShoalShapeField field;
        int components; // 0: a plain number
    } found[] = {
        {"volume", SHOAL_SHAPE_VOLUME, 0},
        {"wet_volume", SHOAL_SHAPE_WET_VOLUME, 0},
        {"wet_centroid", SHOAL_SHAPE_WET_CENTROID, 3},
        {"dry_centroid", SHOAL_SHAPE_DRY_CENTROID, 3},
        {"waterplane_area", SHOAL_SHAPE_WATERPLANE_AREA, 0},
        {"waterplane_centroid", SHOAL_SHAPE_WATERPLANE_CENTROID, 3},
        {"surface_height", SHOAL_SHAPE_SURFACE_HEIGHT, 0},
        {"surface_normal", SHOAL_SHAPE_SURFACE_NORMAL, 3},
        {"liquid_velocity", SHOAL_SHAPE_LIQUID_VELOCITY, 3},
        {"liquid_acceleration", SHOAL_SHAPE_LIQUID_ACCELERATION, 3},
        {"radiation_b", SHOAL_SHAPE_RADIATION, 0},
    };
    double values[3];
    json_open(json, '{');
    json_key(json, "volume_index");
    observer_shape(observer, SHOAL_SHAPE_VOLUME_INDEX, body, shape, values);
    json_integer(json, (int64_t)values[0]);
    for (int i = 0; i < COUNT(found); i++) {
        observer_shape(observer, found[i].field, body, shape, values);
        json_key(json, found[i].key);
        if (found[i].components) {
            json_numbers(json, values, found[i].components);
        } else {
            json_number(json, values[0]);
        }
    }
    json_close(json, '}');
}

static void print_body(Json *json, const Observer *observer, int body)
{
    const ShoalBodyDef *def = shoal_scene_body(observer->scene, body);
    double terms[TERMS][WRENCH], total[WRENCH], weight[WRENCH] = {0}, matrix[21], acceleration[6];
    json_open(json, '{');
    observer_get(observer, SHOAL_TERM_WRENCH, body, terms[0]);
    print_terms(json, terms);
    observer_get(observer, SHOAL_FORCE, body, total);
    observer_get(observer, SHOAL_MOMENT, body, total + 3);
    print_wrench(json, "fluid_total", total);
    shoal_scene_gravity(observer->scene, weight);
    for (int k = 0; k < 3; k++) {
        weight[k] *= def->mass;
    }
    print_wrench(json, "gravity", weight);
    observer_get(observer, SHOAL_ADDED_MASS, body, matrix);
    print_symmetric(json, "added_mass", matrix);
    observer_get(observer, SHOAL_DRAG_DERIVATIVE, body, matrix);
    print_symmetric(json, "damping_total", matrix);
    observer_get(observer, SHOAL_ACCELERATION, body, acceleration);
    json_key(json, "acceleration");
    json_open(json, '{');
    json_key(json, "linear");
    json_numbers(json, acceleration, 3);
    json_key(json, "angular");
    json_numbers(json, acceleration + 3, 3);
    json_close(json, '}');
    json_key(json, "shapes");
    json_open(json, '[');
    for (int s = 0; s < def->shape_count; s++) {
        print_shape(json, observer, body, s);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void print_answer(const Observer *observer)
{
    Json json = {.out = stdout};
    json_open(&json, '{');
    json_key(&json, "bodies");
    json_open(&json, '[');
    for (int b = 0; b < shoal_scene_body_count(observer->scene); b++) {
        print_body(&json, observer, b);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_line(&json);
}

static int eval_file(const char *path, ShoalFaces faces, ShoalIsa isa)
{
    ShoalLoadOptions options = shoal_load_options();
    options.warn = tool_warn;
    ShoalScene *scene = NULL;
    Observer observer = {0};
    ShoalError err;
    ShoalStatus status = shoal_scene_load(path, &options, &scene, &err);
    if (status == SHOAL_OK) {
        status = observer_open(&observer, scene, faces, isa, &err);
    }
    if (status == SHOAL_OK) {
        status = observer_evaluate(&observer, &err);
    }
    if (status == SHOAL_OK) {
        print_answer(&observer);
    }
    observer_close(&observer);
    shoal_scene_destroy(scene);
    return status == SHOAL_OK ? TOOL_OK : tool_fail_status(&err);
}

int eval_command(int argc, char **argv)
{
    ShoalFaces faces = SHOAL_FACES_FINE;
    ShoalIsa isa = SHOAL_ISA_BEST;
    const Option options[] = {
        {"faces", "RULE", &option_faces, &faces,
         "fineness of integrals over faces: fine (default),\nstandard, whole, or K points along each direction"},
        {"isa", "NAME", &option_isa, &isa, "best (default), scalar, avx2, avx512 or neon"},
    };
    const Usage usage = {
        .command = "eval",
        .operands = "FILE...",
        .purpose =
            "Prints what the fluids do to the bodies of cases or worlds at their start, one JSON object a line, in\n"
            "order: every term, added mass, damping, acceleration, and how each shape meets its fluid. Stops at the\n"
            "first file that cannot be read.",
        .example = "shoal eval --faces standard case.json",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = INT_MAX,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    code = TOOL_OK;
    for (int i = 1; i <= files && code == TOOL_OK && !ferror(stdout); i++) {
        code = eval_file(argv[i], faces, isa);
    }
    return code;
}
