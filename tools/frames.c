#include "frames.h"
#include "json.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const ShoalField recorded[] = {SHOAL_POSITION,         SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                      SHOAL_ANGULAR_VELOCITY, SHOAL_FORCE,      SHOAL_MOMENT};

static void write_header(const Frames *frames)
{
    static const char *const axes[] = {"w", "x", "y", "z"};
    fputs("step,time,environment,name", frames->out);
    for (int f = 0; f < COUNT(recorded); f++) {
        const int components = shoal_field_components(recorded[f]);
        for (int k = 0; k < components; k++) {
            fprintf(frames->out, ",%s_%s", shoal_field_name(recorded[f]), axes[4 - components + k]);
        }
    }
    fputs(",submerged_fraction\n", frames->out);
}

ShoalStatus frames_open(Frames *frames, FILE *out, bool csv, ShoalBatch *batch, const ShoalScene *scene,
                        int environment, ShoalError *err)
{
    *frames = (Frames){.out = out, .csv = csv, .environment = environment, .batch = batch};
    ShoalStatus status = SHOAL_OK;
    for (int f = 0; f < SHOAL_FIELD_COUNT && status == SHOAL_OK; f++) {
        status = f == SHOAL_TERM_WRENCH ? SHOAL_OK : shoal_batch_field(batch, (ShoalField)f, &frames->field[f], err);
    }
    const int bodies = shoal_batch_bodies(batch);
    frames->volume = calloc((size_t)bodies + 1, sizeof *frames->volume);
    if (status == SHOAL_OK && !frames->volume) {
        *err = (ShoalError){SHOAL_ERR_MEMORY, "no memory for recording"};
        status = err->status;
    }
    for (int b = 0; b < bodies && status == SHOAL_OK; b++) {
        ShoalMassProperties properties;
        status = shoal_mass_properties(shoal_scene_body(scene, b), &properties, err);
        frames->volume[b] = properties.volume;
    }
    if (status != SHOAL_OK) {
        frames_close(frames);
    } else if (csv) {
        write_header(frames);
    }
    return status;
}

void frames_close(Frames *frames)
{
    free(frames->volume);
    *frames = (Frames){0};
}

/// @return how many values the field has
static int values_of(const Frames *frames, ShoalField field, int environment, int body, double values[4])
{
    const ShoalView *view = &frames->field[field];
    const double *from = view->data + environment * view->stride[0] + body * view->stride[1];
    for (int k = 0; k < view->shape[2]; k++) {
        values[k] = from[k * view->stride[2]];
    }
    return view->shape[2];
}

static double submerged_fraction(const Frames *frames, int environment, int body)
{
    double submerged[4];
    values_of(frames, SHOAL_SUBMERGED_VOLUME, environment, body, submerged);
    return frames->volume[body] > 0.0 ? submerged[0] / frames->volume[body] : 0.0;
}

static void write_json(const Frames *frames, int64_t step, double time, int environment)
{
    Json json = {.out = frames->out};
    json_open(&json, '{');
    json_key(&json, "step");
    json_integer(&json, step);
    json_key(&json, "time");
    json_number(&json, time);
    json_key(&json, "environment");
    json_integer(&json, environment);
    json_key(&json, "bodies");
    json_open(&json, '[');
    for (int b = 0; b < shoal_batch_bodies(frames->batch); b++) {
        json_open(&json, '{');
        json_key(&json, "name");
        json_text(&json, shoal_batch_body_name(frames->batch, b));
        for (int f = 0; f < COUNT(recorded); f++) {
            double values[4];
            const int count = values_of(frames, recorded[f], environment, b, values);
            json_key(&json, shoal_field_name(recorded[f]));
            json_numbers(&json, values, count);
        }
        json_key(&json, "submerged_fraction");
        json_number(&json, submerged_fraction(frames, environment, b));
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_line(&json);
}

/// In quotes where it must be (RFC 4180).
static void write_csv_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputc('"', out);
}

static void write_csv_number(FILE *out, double value)
{
    char text[NUMBER_LENGTH];
    number_text(value, text);
    fprintf(out, ",%s", text);
}

static void write_csv(const Frames *frames, int64_t step, double time, int environment)
{
    for (int b = 0; b < shoal_batch_bodies(frames->batch); b++) {
        fprintf(frames->out, "%" PRId64, step);
        write_csv_number(frames->out, time);
        fprintf(frames->out, ",%d,", environment);
        write_csv_text(frames->out, shoal_batch_body_name(frames->batch, b));
        for (int f = 0; f < COUNT(recorded); f++) {
            double values[4];
            const int count = values_of(frames, recorded[f], environment, b, values);
            for (int k = 0; k < count; k++) {
                write_csv_number(frames->out, values[k]);
            }
        }
        write_csv_number(frames->out, submerged_fraction(frames, environment, b));
        fputc('\n', frames->out);
    }
}

ShoalStatus frames_write(Frames *frames, ShoalError *err)
{
    ShoalStatus status = shoal_batch_forces(frames->batch, SHOAL_TERMS_ALL, err);
    const bool all = frames->environment == ALL_ENVIRONMENTS;
    const int first = all ? 0 : frames->environment;
    const int last = all ? shoal_batch_environments(frames->batch) : first + 1;
    for (int e = first; e < last && status == SHOAL_OK; e++) {
        double time;
        int64_t step;
        status = shoal_batch_time(frames->batch, e, &time, &step, err);
        if (status == SHOAL_OK) {
            (frames->csv ? write_csv : write_json)(frames, step, time, e);
        }
    }
    return status;
}
