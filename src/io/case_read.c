// A case: one state as JSON. docs/formats.md, "Case".
#include "io.h"

#include <cjson/cJSON.h>
#include <libxml/xmlstring.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Case {
    ShlSource *source;
    const cJSON *root;
} Case;

/// @name Lines. cJSON keeps none, but its values stand in the file in the order of a walk through its tree. One pass over
/// the text writes the line of each into valueint, which nothing else reads.
/// @{

typedef struct Scan {
    const char *at;
    long line;
    bool zero; ///< a text holds \u0000, at which cJSON ends it
} Scan;

static void skip_blanks(Scan *scan)
{
    for (; *scan->at && (unsigned char)*scan->at <= ' '; ++scan->at) {
        scan->line += *scan->at == '\n';
    }
}

static void skip_text(Scan *scan)
{
    for (++scan->at; *scan->at && *scan->at != '"'; ++scan->at) {
        scan->line += *scan->at == '\n';
        if (*scan->at == '\\' && scan->at[1]) {
            scan->zero = scan->zero || strncmp(scan->at, "\\u0000", 6) == 0;
            ++scan->at;
        }
    }
    scan->at += *scan->at == '"';
}

/// Goes on to the end of the next value's first token. @return the value's line
static long next_value(Scan *scan)
{
    for (;;) {
        skip_blanks(scan);
        const long line = scan->line;
        switch (*scan->at) {
        case '"':
            skip_text(scan);
            skip_blanks(scan);
            if (*scan->at != ':') { // else it was a key
                return line;
            }
            break;
        case ':':
        case ',':
        case ']':
        case '}': ++scan->at; break;
        case '[':
        case '{': ++scan->at; return line;
        default: scan->at += strcspn(scan->at, ",]} \t\r\n"); return line;
        }
    }
}

static void number_lines(Scan *scan, cJSON *item)
{
    item->valueint = (int)next_value(scan);
    for (cJSON *child = item->child; child; child = child->next) {
        number_lines(scan, child);
    }
}

/// @}
/// @name Messages
/// @{

/// Writes where an item stands, such as bodies[0].mass. @return whether it was found under `from`
static bool write_place(const cJSON *from, const cJSON *item, ShlText *out)
{
    if (from == item) {
        return true;
    }
    const size_t length = out->length;
    int index = 0;
    for (const cJSON *child = from->child; child; child = child->next, ++index) {
        if (cJSON_IsArray(from)) {
            shl_text_add(out, "[%d]", index);
        } else {
            shl_text_add(out, "%s%s", length > 0 ? "." : "", child->string);
        }
        if (write_place(child, item, out)) {
            return true;
        }
        out->length = length;
    }
    return false;
}

static void write_value(const cJSON *item, ShlText *out)
{
    switch (item->type & 0xff) {
    case cJSON_Number: shl_text_number(out, item->valuedouble); break;
    case cJSON_String: shl_text_add(out, "\"%.60s\"", item->valuestring); break;
    case cJSON_Array: shl_text_add(out, "a list of %d", cJSON_GetArraySize(item)); break;
    case cJSON_Object: shl_text_add(out, "an object"); break;
    case cJSON_NULL: shl_text_add(out, "null"); break;
    default: shl_text_add(out, cJSON_IsTrue(item) ? "true" : "false"); break;
    }
}

/// "bodies[0].mass is "abc"; accepted: a number"
static bool refuse(Case *c, const cJSON *item, const char *accepted)
{
    ShlText text = {0};
    if (item == c->root || !write_place(c->root, item, &text) || text.length == 0) {
        shl_text_add(&text, "the case");
    }
    shl_text_add(&text, " is ");
    write_value(item, &text);
    shl_source_fail(c->source, SHOAL_ERR_FORMAT, item->valueint, "%s; accepted: %s", shl_text_get(&text), accepted);
    shl_text_free(&text);
    return false;
}

static bool refuse_field(Case *c, const cJSON *item, const ShlField *field)
{
    ShlText accepted = {0};
    shl_field_accepted(field, &accepted);
    if (field->open || field->endless) {
        shl_text_add(&accepted, field->open ? ", null for none" : ", null for infinity");
    }
    refuse(c, item, shl_text_get(&accepted));
    shl_text_free(&accepted);
    return false;
}

/// "bodies[0]: `problem` 'name'; accepted: `accepted`"
static bool refuse_key(Case *c, const cJSON *object, long line, const char *problem, const char *name,
                       const ShlText *accepted)
{
    ShlText place = {0};
    if (!write_place(c->root, object, &place) || place.length == 0) {
        shl_text_add(&place, "the case");
    }
    shl_source_fail(c->source, SHOAL_ERR_FORMAT, line, "%s: %s '%.60s'; accepted: %s", shl_text_get(&place), problem,
                    name, shl_text_get(accepted));
    shl_text_free(&place);
    return false;
}

static bool refuse_missing(Case *c, const cJSON *object, const ShlField *field)
{
    ShlText accepted = {0};
    shl_field_accepted(field, &accepted);
    refuse_key(c, object, object->valueint, "no key", field->name, &accepted);
    shl_text_free(&accepted);
    return false;
}

/// @}
/// @name Values
/// @{

static bool read_number(Case *c, const cJSON *item, const ShlField *field, double *out)
{
    if (cJSON_IsNull(item) && (field->open || field->endless)) {
        *out = field->endless ? (double)INFINITY : *out;
        return true;
    }
    if (!cJSON_IsNumber(item)) {
        return refuse_field(c, item, field);
    }
    if (!isfinite(item->valuedouble)) {
        return refuse(c, item, "finite numbers");
    }
    *out = item->valuedouble;
    return true;
}

static bool read_numbers(Case *c, const cJSON *list, const ShlField *field, double *out)
{
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != field->count) {
        return refuse_field(c, list, field);
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        const ShlField one = {.kind = SHL_NUMBER, .open = field->open};
        if (!read_number(c, item, &one, out++)) {
            return false;
        }
    }
    return true;
}

static bool read_matrix(Case *c, const cJSON *list, const ShlField *field)
{
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != field->count) {
        return refuse_field(c, list, field);
    }
    const ShlField row = {.kind = SHL_NUMBERS, .count = field->count};
    double *out = field->target;
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (!read_numbers(c, item, &row, out)) {
            return false;
        }
        out += field->count;
    }
    return true;
}

static bool read_choice(Case *c, const cJSON *item, const ShlField *field)
{
    const int index = cJSON_IsString(item) ? shl_word_find(field->words, item->valuestring) : -1;
    if (index < 0) {
        return refuse_field(c, item, field);
    }
    *(int *)field->target = index;
    return true;
}

static bool read_value(Case *c, cJSON *item, const ShlField *field)
{
    switch (field->kind) {
    case SHL_NUMBER: return read_number(c, item, field, field->target);
    case SHL_WHOLE:
        return cJSON_IsNumber(item) && shl_field_whole(field, item->valuedouble)
                   ? read_number(c, item, field, field->target)
                   : refuse_field(c, item, field);
    case SHL_NUMBERS: return read_numbers(c, item, field, field->target);
    case SHL_MATRIX: return read_matrix(c, item, field);
    case SHL_CHOICE: return read_choice(c, item, field);
    case SHL_FLAG:
        if (!cJSON_IsBool(item)) {
            return refuse_field(c, item, field);
        }
        *(int *)field->target = cJSON_IsTrue(item);
        return true;
    case SHL_TEXT:
        if (!cJSON_IsString(item)) {
            return refuse_field(c, item, field);
        }
        *(const char **)field->target = item->valuestring;
        return true;
    case SHL_OBJECT:
    case SHL_LIST:
        if (field->kind == SHL_OBJECT ? !cJSON_IsObject(item) : !cJSON_IsArray(item)) {
            return refuse_field(c, item, field);
        }
        *(cJSON **)field->target = item;
        return true;
    case SHL_SCALE:
    case SHL_PAST: return true;
    }
    return true;
}

/// Reads the keys of an object: each must be one of the fields, once, and what is required must be there.
static bool read_fields(Case *c, const cJSON *object, const ShlField *fields, int count)
{
    if (!cJSON_IsObject(object)) {
        return refuse(c, object, "an object");
    }
    unsigned seen = 0;
    ShlText accepted = {0};
    bool ok = true;
    for (cJSON *item = object->child; item && ok; item = item->next) {
        const ShlField *field = shl_field_find(fields, count, item->string);
        const unsigned bit = field ? 1u << (field - fields) : 0;
        if (!field) {
            shl_field_names(fields, count, &accepted);
            ok = refuse_key(c, object, item->valueint, "unknown key", item->string, &accepted);
        } else if (seen & bit) {
            shl_text_add(&accepted, "each key once");
            ok = refuse_key(c, object, item->valueint, "second key", item->string, &accepted);
        } else if (!(cJSON_IsNull(item) && field->open)) {
            ok = read_value(c, item, field);
            if (field->given) {
                *field->given = true;
            }
        }
        seen |= bit;
    }
    for (int i = 0; i < count && ok; ++i) {
        if (fields[i].required && !(seen & 1u << i)) {
            ok = refuse_missing(c, object, &fields[i]);
        }
    }
    shl_text_free(&accepted);
    return ok;
}

/// @}
/// @name The parts of a case
/// @{

static bool read_medium(Case *c, const cJSON *object, ShoalMedium *medium)
{
    *medium = (ShoalMedium){0};
    const ShlField fields[] = {
        {.name = "density", .kind = SHL_NUMBER, .target = &medium->density, .required = true},
        {.name = "viscosity", .kind = SHL_NUMBER, .target = &medium->viscosity, .required = true},
        {.name = "velocity", .kind = SHL_NUMBERS, .target = medium->velocity, .count = 3},
    };
    return read_fields(c, object, fields, SHL_COUNT(fields));
}

static bool read_wave(Case *c, const cJSON *object, ShlWaves *waves)
{
    ShoalWave wave = {0};
    const ShlField fields[] = {
        {.name = "direction", .kind = SHL_NUMBERS, .target = wave.direction, .count = 2, .required = true},
        {.name = "wavelength", .kind = SHL_NUMBER, .target = &wave.wavelength, .required = true},
        {.name = "amplitude", .kind = SHL_NUMBER, .target = &wave.amplitude, .required = true},
        {.name = "phase", .kind = SHL_NUMBER, .target = &wave.phase},
    };
    return read_fields(c, object, fields, SHL_COUNT(fields)) &&
           (shl_waves_add(waves, &wave) || shl_source_no_memory(c->source));
}

static bool read_sampler(Case *c, const cJSON *object, ShoalPlaneSampler *sampler)
{
    const ShlField fields[] = {
        {.name = "surface_height", .kind = SHL_NUMBER, .target = &sampler->surface_height, .required = true},
        {.name = "slope", .kind = SHL_NUMBERS, .target = sampler->slope, .count = 2},
        {.name = "surface_normal", .kind = SHL_NUMBERS, .target = sampler->normal, .count = 3},
        {.name = "velocity", .kind = SHL_NUMBERS, .target = sampler->velocity, .count = 3},
        {.name = "acceleration", .kind = SHL_NUMBERS, .target = sampler->acceleration, .count = 3},
    };
    return read_fields(c, object, fields, SHL_COUNT(fields));
}

static bool read_river(Case *c, const cJSON *object, ShoalRiver *river)
{
    *river = shoal_river();
    const ShlField fields[] = {
        {.name = "origin", .kind = SHL_NUMBERS, .target = river->origin, .count = 2},
        {.name = "direction", .kind = SHL_NUMBERS, .target = river->direction, .count = 2},
        {.name = "slope", .kind = SHL_NUMBER, .target = &river->slope},
        {.name = "width", .kind = SHL_NUMBER, .target = &river->width, .required = true},
        {.name = "depth", .kind = SHL_NUMBER, .target = &river->depth, .required = true},
        {.name = "speed", .kind = SHL_NUMBER, .target = &river->speed, .required = true},
        {.name = "across", .kind = SHL_NUMBER, .target = &river->across},
        {.name = "over_depth", .kind = SHL_NUMBER, .target = &river->over_depth},
        {.name = "downhill", .kind = SHL_NUMBER, .target = &river->downhill},
    };
    return read_fields(c, object, fields, SHL_COUNT(fields));
}

// The list's numbers, to be freed; NULL after a failure.
static double *read_list(Case *c, const cJSON *list)
{
    const ShlField all = {.kind = SHL_NUMBERS, .count = cJSON_GetArraySize(list)};
    double *out = malloc((size_t)all.count * sizeof *out + 1);
    if (!out) {
        shl_source_no_memory(c->source);
    } else if (!read_numbers(c, list, &all, out)) {
        free(out);
        out = NULL;
    }
    return out;
}

static bool make_current(Case *c, const cJSON *object, const cJSON *times, const cJSON *velocity, ShoalCurrentDef *def,
                         ShoalCurrent **out)
{
    double *time = times ? read_list(c, times) : NULL;
    double *values = time || !times ? read_list(c, velocity) : NULL;
    bool ok = values != NULL;
    if (ok) {
        def->times = time;
        def->time_count = times ? cJSON_GetArraySize(times) : 1;
        double wanted = 3.0 * (double)def->time_count;
        for (int k = 0; k < 3; ++k) {
            wanted *= (double)def->count[k];
        }
        ok = (double)cJSON_GetArraySize(velocity) == wanted ||
             refuse(c, velocity, "3 numbers for each time and point, x fastest");
    }
    if (ok) {
        ShoalError err = {0};
        def->velocity = values;
        err.status = shoal_current_create(def, out, &err);
        ok = shl_source_accept(c->source, object->valueint, &err);
    }
    free(time);
    free(values);
    return ok;
}

static bool read_current(Case *c, const cJSON *object, ShoalVolumeDef *volume)
{
    ShoalCurrentDef def = shoal_current_def();
    ShoalCurrentPlace *place = &volume->current_place;
    const cJSON *times = NULL, *velocity = NULL;
    double count[3] = {1.0, 1.0, 1.0};
    const ShlField fields[] = {
        {.name = "count", .kind = SHL_NUMBERS, .target = count, .count = 3},
        {.name = "first", .kind = SHL_NUMBERS, .target = def.first, .count = 3},
        {.name = "last", .kind = SHL_NUMBERS, .target = def.last, .count = 3},
        {.name = "times", .kind = SHL_LIST, .target = &times},
        {.name = "period", .kind = SHL_NUMBER, .target = &def.period},
        {.name = "velocity", .kind = SHL_LIST, .target = &velocity, .required = true},
        {.name = "scale", .kind = SHL_NUMBER, .target = &place->scale},
        {.name = "heading", .kind = SHL_NUMBER, .target = &place->heading},
        {.name = "offset", .kind = SHL_NUMBERS, .target = place->offset, .count = 2},
        {.name = "time", .kind = SHL_NUMBER, .target = &place->time},
    };
    if (!read_fields(c, object, fields, SHL_COUNT(fields))) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        if (!(count[k] >= 1.0 && count[k] <= SHOAL_CURRENT_POINTS_MAX) || count[k] != floor(count[k])) {
            return refuse(c, cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, "count"), k),
                          "a whole number of points, at least 1");
        }
        def.count[k] = (int64_t)count[k];
    }
    return make_current(c, object, times, velocity, &def, &volume->current);
}

static bool read_sea(Case *c, const cJSON *object, ShlSea *sea)
{
    ShlField fields[SHL_SEA_FIELDS];
    shl_sea_fields(sea, fields);
    const bool ok = read_fields(c, object, fields, SHL_SEA_FIELDS);
    shl_sea_finish(sea);
    return ok;
}

static bool read_volume_parts(Case *c, const cJSON *object, ShlWaves *waves)
{
    ShoalVolumeDef def = shoal_volume_def();
    ShoalPlaneSampler plane = {0};
    ShoalRiver stream;
    const cJSON *medium = NULL, *wave_list = NULL, *sea_object = NULL, *sampler = NULL, *current = NULL, *river = NULL;
    ShlSea sea;
    const ShlField fields[] = {
        {.name = "medium", .kind = SHL_OBJECT, .target = &medium, .required = true},
        {.name = "surface_height", .kind = SHL_NUMBER, .target = &def.surface_height},
        {.name = "bottom_height", .kind = SHL_NUMBER, .target = &def.bottom_height, .open = true},
        {.name = "min", .kind = SHL_NUMBERS, .target = def.min, .count = 2, .open = true},
        {.name = "max", .kind = SHL_NUMBERS, .target = def.max, .count = 2, .open = true},
        {.name = "wave_radiation", .kind = SHL_NUMBER, .target = &def.wave_radiation},
        {.name = "grid_spacing", .kind = SHL_NUMBER, .target = &def.grid_spacing},
        {.name = "waves", .kind = SHL_LIST, .target = &wave_list},
        {.name = "sea", .kind = SHL_OBJECT, .target = &sea_object, .open = true},
        {.name = "sampler", .kind = SHL_OBJECT, .target = &sampler, .open = true},
        {.name = "current", .kind = SHL_OBJECT, .target = &current, .open = true},
        {.name = "river", .kind = SHL_OBJECT, .target = &river, .open = true},
    };
    if (!read_fields(c, object, fields, SHL_COUNT(fields)) || !read_medium(c, medium, &def.medium) ||
        (sea_object && !read_sea(c, sea_object, &sea)) || (sampler && !read_sampler(c, sampler, &plane)) ||
        (river && !read_river(c, river, &stream))) {
        return false;
    }
    const cJSON *wave;
    cJSON_ArrayForEach(wave, wave_list)
    {
        if (!read_wave(c, wave, waves)) {
            return false;
        }
    }
    def.waves = waves->items;
    def.wave_count = waves->count;
    def.sea = sea_object ? &sea.def : NULL;
    def.sampler = sampler ? &plane : NULL;
    def.river = river ? &stream : NULL;
    if (current && !read_current(c, current, &def)) {
        return false;
    }
    ShoalError err = {0};
    err.status = shoal_scene_add_volume(c->source->scene, &def, NULL, &err);
    shoal_current_destroy(def.current);
    return shl_source_accept(c->source, object->valueint, &err);
}

static bool read_volume(Case *c, const cJSON *object)
{
    ShlWaves waves = {0};
    const bool ok = read_volume_parts(c, object, &waves);
    shl_waves_free(&waves);
    return ok;
}

static bool read_coefficients(Case *c, const cJSON *object, ShoalCoefficients *coefficients)
{
    const ShlField fields[] = {
        {.name = "enabled", .kind = SHL_FLAG, .target = &coefficients->enabled},
        {.name = "buoyancy", .kind = SHL_FLAG, .target = &coefficients->buoyancy},
        {.name = "drag", .kind = SHL_NUMBER, .target = &coefficients->drag},
        {.name = "skin_friction", .kind = SHL_NUMBER, .target = &coefficients->skin_friction},
        {.name = "magnus_lift", .kind = SHL_NUMBER, .target = &coefficients->magnus_lift},
        {.name = "added_mass", .kind = SHL_NUMBER, .target = &coefficients->added_mass},
    };
    return read_fields(c, object, fields, SHL_COUNT(fields));
}

static bool read_shape_type(Case *c, const cJSON *object, ShoalShapeType *type)
{
    int index = 0;
    const ShlField field = {.name = "type", .kind = SHL_CHOICE, .target = &index, .words = shl_shape_types};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "type");
    if (!item) {
        return cJSON_IsObject(object) ? refuse_missing(c, object, &field) : refuse(c, object, "an object");
    }
    const bool ok = read_choice(c, item, &field);
    *type = (ShoalShapeType)index;
    return ok;
}

static bool read_vertices(Case *c, const cJSON *list, double *out)
{
    const ShlField row = {.kind = SHL_NUMBERS, .count = 3};
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (!read_numbers(c, item, &row, out)) {
            return false;
        }
        out += 3;
    }
    return true;
}

static bool read_triangles(Case *c, const cJSON *list, int64_t *out)
{
    const ShlField row = {.kind = SHL_NUMBERS, .count = 3};
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        double corners[3];
        if (!read_numbers(c, item, &row, corners)) {
            return false;
        }
        for (int k = 0; k < 3; ++k) {
            if (!(corners[k] >= 0.0 && corners[k] < 1e15) || corners[k] != floor(corners[k])) {
                return refuse(c, cJSON_GetArrayItem(item, k), "the number of a vertex, from 0");
            }
            *out++ = (int64_t)corners[k];
        }
    }
    return true;
}

static bool read_mesh(Case *c, const cJSON *object, const cJSON *vertices, const cJSON *triangles, ShoalMesh **out)
{
    ShoalMeshDef def = shoal_mesh_def();
    def.vertex_count = cJSON_GetArraySize(vertices);
    def.triangle_count = cJSON_GetArraySize(triangles);
    double *place = malloc(3 * (size_t)def.vertex_count * sizeof *place + 1);
    int64_t *corner = malloc(3 * (size_t)def.triangle_count * sizeof *corner + 1);
    bool ok = (place && corner) || shl_source_no_memory(c->source);
    ok = ok && read_vertices(c, vertices, place) && read_triangles(c, triangles, corner);
    if (ok) {
        ShoalError err = {0};
        def.vertices = place;
        def.triangles = corner;
        err.status = shoal_mesh_create(&def, out, NULL, &err);
        ok = shl_source_accept(c->source, object->valueint, &err);
    }
    free(place);
    free(corner);
    return ok;
}

/// @param sizes  fields of the shape's type
static bool read_shape_fields(Case *c, const cJSON *object, const ShlField *sizes, int size_count, ShoalShapeDef *def,
                              double matrix[36])
{
    bool matrix_given = false;
    const cJSON *coefficients = NULL;
    int box_added_mass = (int)def->box_added_mass, faces = (int)def->faces, algorithm = (int)def->algorithm;
    enum { COMMON = 8, MOST = 4 };
    ShlField fields[COMMON + MOST] = {
        {.name = "type", .kind = SHL_PAST},
        {.name = "offset", .kind = SHL_NUMBERS, .target = def->offset, .count = 3},
        {.name = "offset_quaternion", .kind = SHL_NUMBERS, .target = def->offset_quaternion, .count = 4},
        {.name = "coefficients", .kind = SHL_OBJECT, .target = &coefficients},
        {.name = "added_mass_matrix",
         .kind = SHL_MATRIX,
         .target = matrix,
         .count = 6,
         .open = true,
         .given = &matrix_given},
        {.name = "box_added_mass", .kind = SHL_CHOICE, .target = &box_added_mass, .words = shl_box_added_masses},
        {.name = "algorithm", .kind = SHL_CHOICE, .target = &algorithm, .words = shl_mesh_algorithms},
        {.name = "faces", .kind = SHL_CHOICE, .target = &faces, .words = shl_faces},
    };
    memcpy(fields + COMMON, sizes, (size_t)size_count * sizeof *sizes);
    if (!read_fields(c, object, fields, COMMON + size_count) ||
        (coefficients && !read_coefficients(c, coefficients, &def->coefficients))) {
        return false;
    }
    def->added_mass_matrix = matrix_given ? matrix : NULL;
    def->box_added_mass = (ShoalBoxAddedMass)box_added_mass;
    def->algorithm = (ShoalMeshAlgorithm)algorithm;
    def->faces = (ShoalFaces)faces;
    return true;
}

/// Keys of the size of a shape that is no mesh. @return how many
static int size_fields(ShoalShapeDef *def, ShlField out[2])
{
    if (def->type == SHOAL_BOX || def->type == SHOAL_ELLIPSOID) {
        const char *name = def->type == SHOAL_BOX ? "size" : "semi_axes";
        out[0] = (ShlField){.name = name, .kind = SHL_NUMBERS, .target = def->size, .count = 3, .required = true};
        return 1;
    }
    out[0] = (ShlField){.name = "radius", .kind = SHL_NUMBER, .target = &def->radius, .required = true};
    out[1] = (ShlField){.name = "height", .kind = SHL_NUMBER, .target = &def->height, .required = true};
    return def->type == SHOAL_SPHERE ? 1 : 2;
}

/// The shape that voxels fill: its type and size alone.
static bool read_filled(Case *c, const cJSON *object, ShoalShapeDef *out)
{
    ShoalShapeType type = SHOAL_SPHERE;
    if (!read_shape_type(c, object, &type)) {
        return false;
    }
    if (type == SHOAL_MESH || type == SHOAL_VOXELS) {
        return refuse(c, cJSON_GetObjectItemCaseSensitive(object, "type"),
                      "sphere, box, cylinder, capsule or ellipsoid");
    }
    *out = shoal_shape_def(type);
    ShlField fields[3];
    const int count = size_fields(out, fields);
    fields[count] = (ShlField){.name = "type", .kind = SHL_PAST};
    return read_fields(c, object, fields, count + 1);
}

static bool read_voxel_forces(Case *c, const cJSON *object, ShoalVoxelForces *forces)
{
    ShlField fields[SHL_VOXEL_FORCES_COUNT];
    shl_voxel_force_fields(forces, fields);
    return read_fields(c, object, fields, SHL_COUNT(fields));
}

/// What the keys of voxels hold.
typedef struct Voxels {
    double cell_size;
    const cJSON *cells, *shape, *forces;
} Voxels;

static bool read_voxels(Case *c, const cJSON *object, const Voxels *keys, ShoalShapeDef *out)
{
    ShoalVoxelsDef def = shoal_voxels_def();
    ShoalShapeDef filled;
    def.cell_size = keys->cell_size;
    def.cell_count = cJSON_GetArraySize(keys->cells);
    double *cells = keys->cells ? malloc(3 * (size_t)def.cell_count * sizeof *cells + 1) : NULL;
    bool ok = !keys->cells || cells || shl_source_no_memory(c->source);
    ok = ok && (!keys->cells || read_vertices(c, keys->cells, cells));
    ok = ok && (!keys->shape || read_filled(c, keys->shape, &filled));
    ok = ok && (!keys->forces || read_voxel_forces(c, keys->forces, &out->voxel));
    if (ok) {
        ShoalError err = {0};
        def.cells = cells;
        def.shape = keys->shape ? &filled : NULL;
        err.status = shoal_voxels_create(&def, &out->voxels, &err);
        ok = shl_source_accept(c->source, object->valueint, &err);
    }
    free(cells);
    return ok;
}

static bool read_shape(Case *c, const cJSON *object, ShlShapes *shapes)
{
    ShoalShapeType type = SHOAL_SPHERE;
    if (!read_shape_type(c, object, &type)) {
        return false;
    }
    ShoalShapeDef def = shoal_shape_def(type);
    double matrix[36];
    const cJSON *vertices = NULL, *triangles = NULL;
    Voxels keys = {0};
    const ShlField mesh[] = {
        {.name = "vertices", .kind = SHL_LIST, .target = &vertices, .required = true},
        {.name = "triangles", .kind = SHL_LIST, .target = &triangles, .required = true},
    };
    const ShlField voxels[] = {
        {.name = "cell_size", .kind = SHL_NUMBER, .target = &keys.cell_size},
        {.name = "cells", .kind = SHL_LIST, .target = &keys.cells},
        {.name = "shape", .kind = SHL_OBJECT, .target = &keys.shape},
        {.name = "forces", .kind = SHL_OBJECT, .target = &keys.forces},
    };
    ShlField own[2];
    const ShlField *sizes = type == SHOAL_MESH ? mesh : type == SHOAL_VOXELS ? voxels : own;
    const int count = type == SHOAL_MESH     ? SHL_COUNT(mesh)
                      : type == SHOAL_VOXELS ? SHL_COUNT(voxels)
                                             : size_fields(&def, own);
    if (!read_shape_fields(c, object, sizes, count, &def, matrix) ||
        (type == SHOAL_MESH && !read_mesh(c, object, vertices, triangles, &def.mesh)) ||
        (type == SHOAL_VOXELS && !read_voxels(c, object, &keys, &def))) {
        return false;
    }
    const bool added = shl_shapes_add(shapes, &def);
    shoal_mesh_destroy(def.mesh); // the shapes have their share
    shoal_voxels_destroy(def.voxels);
    return added || shl_source_no_memory(c->source);
}

/// Two writings of one number differ by rounding; the upper triangle is taken.
static bool take_inertia(Case *c, const cJSON *body, const double rows[9], double out[6])
{
    double largest = 0.0;
    for (int i = 0; i < 9; ++i) {
        largest = fmax(largest, fabs(rows[i]));
    }
    for (int i = 0, k = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            if (!(fabs(rows[3 * i + j] - rows[3 * j + i]) <= 1e-9 * largest)) {
                return refuse(c, cJSON_GetObjectItemCaseSensitive(body, "inertia"), "a symmetric 3 x 3 matrix");
            }
            out[k++] = rows[3 * i + j];
        }
    }
    return true;
}

static bool read_body_parts(Case *c, const cJSON *object, ShlShapes *shapes)
{
    ShoalBodyDef def = shoal_body_def();
    int type = (int)def.type;
    double inertia[9];
    const cJSON *list = NULL;
    const ShlField fields[] = {
        {.name = "name", .kind = SHL_TEXT, .target = &def.name},
        {.name = "body_type", .kind = SHL_CHOICE, .target = &type, .words = shl_body_types},
        {.name = "mass", .kind = SHL_NUMBER, .target = &def.mass, .required = true},
        {.name = "inertia", .kind = SHL_MATRIX, .target = inertia, .count = 3, .required = true},
        {.name = "position", .kind = SHL_NUMBERS, .target = def.position, .count = 3},
        {.name = "quaternion", .kind = SHL_NUMBERS, .target = def.quaternion, .count = 4},
        {.name = "linear_velocity", .kind = SHL_NUMBERS, .target = def.linear_velocity, .count = 3},
        {.name = "angular_velocity", .kind = SHL_NUMBERS, .target = def.angular_velocity, .count = 3},
        {.name = "shapes", .kind = SHL_LIST, .target = &list},
    };
    if (!read_fields(c, object, fields, SHL_COUNT(fields)) || !take_inertia(c, object, inertia, def.inertia)) {
        return false;
    }
    const cJSON *shape;
    cJSON_ArrayForEach(shape, list)
    {
        if (!read_shape(c, shape, shapes)) {
            return false;
        }
    }
    def.type = (ShoalBodyType)type;
    def.com_given = 1;
    def.inertia_given = 1;
    def.shapes = shl_shapes_get(shapes);
    def.shape_count = shapes->count;
    return shl_source_add_body(c->source, object->valueint, &def);
}

static bool read_body(Case *c, const cJSON *object)
{
    ShlShapes shapes = {0};
    const bool ok = read_body_parts(c, object, &shapes);
    shl_shapes_free(&shapes);
    return ok;
}

static bool set_scene(Case *c, const cJSON *object, const double gravity[3], double time, double timestep,
                      const ShoalMedium *ambient)
{
    ShoalScene *scene = c->source->scene;
    ShoalError err = {0};
    err.status = shoal_scene_set_gravity(scene, gravity, &err);
    if (err.status == SHOAL_OK) {
        err.status = shoal_scene_set_time(scene, time, &err);
    }
    if (err.status == SHOAL_OK) {
        err.status = shoal_scene_set_timestep(scene, timestep, &err);
    }
    if (err.status == SHOAL_OK) {
        err.status = shoal_scene_set_ambient(scene, ambient, &err);
    }
    return shl_source_accept(c->source, object->valueint, &err);
}

static bool read_case(Case *c, const cJSON *object)
{
    double gravity[3], time = shoal_scene_time(c->source->scene), timestep = shoal_scene_timestep(c->source->scene);
    shoal_scene_gravity(c->source->scene, gravity);
    const cJSON *ambient = NULL, *volumes = NULL, *bodies = NULL;
    const ShlField fields[] = {
        {.name = "gravity", .kind = SHL_NUMBERS, .target = gravity, .count = 3},
        {.name = "time", .kind = SHL_NUMBER, .target = &time},
        {.name = "timestep", .kind = SHL_NUMBER, .target = &timestep},
        {.name = "ambient", .kind = SHL_OBJECT, .target = &ambient},
        {.name = "volumes", .kind = SHL_LIST, .target = &volumes},
        {.name = "bodies", .kind = SHL_LIST, .target = &bodies, .required = true},
    };
    if (!read_fields(c, object, fields, SHL_COUNT(fields))) {
        return false;
    }
    ShoalMedium medium;
    const bool air = ambient && ambient->child; // {} is a vacuum
    if ((air && !read_medium(c, ambient, &medium)) ||
        !set_scene(c, object, gravity, time, timestep, air ? &medium : NULL)) {
        return false;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, volumes)
    {
        if (!read_volume(c, item)) {
            return false;
        }
    }
    cJSON_ArrayForEach(item, bodies)
    {
        if (!read_body(c, item)) {
            return false;
        }
    }
    return true;
}

/// A checked case stands beside the answers that are expected of it.
static bool read_wrapped(Case *c)
{
    const cJSON *inner = NULL;
    const ShlField fields[] = {
        {.name = "case", .kind = SHL_OBJECT, .target = &inner, .required = true},
        {.name = "expected", .kind = SHL_PAST},
        {.name = "variants", .kind = SHL_PAST},
        {.name = "trajectory", .kind = SHL_PAST},
    };
    if (!cJSON_GetObjectItemCaseSensitive(c->root, "case")) {
        return read_case(c, c->root);
    }
    return read_fields(c, c->root, fields, SHL_COUNT(fields)) && read_case(c, inner);
}

/// @}

static bool refuse_syntax(ShlSource *source, const char *text, const char *at)
{
    long line = 1;
    for (const char *c = text; c < at; ++c) {
        line += *c == '\n';
    }
    if (*at == '\0') {
        return shl_source_fail(source, SHOAL_ERR_FORMAT, line,
                               "the JSON ends too early, or its last character is wrong; accepted: a whole case");
    }
    at -= at > text && at[-1] != '\n'; // cJSON may stop one after the place
    const size_t rest = strcspn(at, "\r\n");
    return shl_source_fail(source, SHOAL_ERR_FORMAT, line,
                           "not JSON near '%.*s'; accepted: a case, nested at most %d deep", rest < 40 ? (int)rest : 40,
                           at, CJSON_NESTING_LIMIT);
}

static bool read_tree(ShlSource *source, const ShlText *text, cJSON *root)
{
    Scan scan = {.at = text->data + (strncmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0), .line = 1};
    number_lines(&scan, root);
    if (scan.zero) {
        return shl_source_fail(source, SHOAL_ERR_FORMAT, 1, "a text holds \\u0000; accepted: any other character");
    }
    return read_wrapped(&(Case){.source = source, .root = root});
}

bool shl_read_case(ShlSource *source, const ShlText *text)
{
    if (source->options->setting_count > 0) {
        return shl_source_fail(source, SHOAL_ERR_FORMAT, 1,
                               "setting '%.60s' for a case; accepted: settings for a world",
                               source->options->settings[0].name);
    }
    if (strlen(text->data) != text->length || !xmlCheckUTF8((const xmlChar *)text->data)) {
        return shl_source_fail(source, SHOAL_ERR_FORMAT, 1, "not a text; accepted: a case in UTF-8");
    }
    const char *end = NULL;
    cJSON *root = cJSON_ParseWithLengthOpts(text->data, text->length + 1, &end, 1);
    if (!root) {
        return refuse_syntax(source, text->data, end ? end : text->data);
    }
    const bool ok = read_tree(source, text, root);
    cJSON_Delete(root);
    return ok;
}
