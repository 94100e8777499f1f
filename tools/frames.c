#include "frames.h"
#include "json.h"
#include "ranks.h"
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

/// Numbers of a row: step, time, then of each body the recorded fields and the submerged fraction.
enum { OF_RUN = 2, OF_BODY = 20 };

static size_t row_length(const Frames *frames) { return OF_RUN + OF_BODY * (size_t)frames->bodies; }

/// The recorded environments of a part: from *first of the part on.
static int recorded_of(const Frames *frames, int *first)
{
    if (frames->environment == ALL_ENVIRONMENTS) {
        *first = 0;
        return frames->part.count;
    }
    *first = frames->environment - frames->part.first;
    return *first >= 0 && *first < frames->part.count;
}

static ShoalStatus no_memory(ShoalError *err)
{
    *err = (ShoalError){SHOAL_ERR_MEMORY, "no memory for recording"};
    return err->status;
}

static ShoalStatus make_room(Frames *frames, ShoalError *err)
{
    int first;
    const size_t rows = (size_t)recorded_of(frames, &first), all = (size_t)ranks_sum(rows);
    frames->volume = calloc((size_t)frames->bodies + 1, sizeof *frames->volume);
    frames->rows = calloc(rows * row_length(frames) + 1, sizeof *frames->rows);
    frames->all = ranks_first() ? calloc(all * row_length(frames) + 1, sizeof *frames->all) : NULL;
    return frames->volume && frames->rows && (frames->all || !ranks_first()) ? SHOAL_OK : no_memory(err);
}

ShoalStatus frames_open(Frames *frames, FILE *out, bool csv, ShoalBatch *batch, Part part, const Scenario *scenario,
                        int environment, ShoalError *err)
{
    *frames = (Frames){.out = out,
                       .csv = csv,
                       .environment = environment,
                       .environments = environment == ALL_ENVIRONMENTS ? scenario->environments : 1,
                       .bodies = shoal_batch_bodies(batch),
                       .part = part,
                       .batch = batch,
                       .scene = scenario->scene};
    ShoalStatus status = make_room(frames, err);
    for (int f = 0; f < COUNT(recorded) && status == SHOAL_OK; f++) {
        status = shoal_batch_field(batch, recorded[f], &frames->field[f], err);
    }
    status = status == SHOAL_OK ? shoal_batch_field(batch, SHOAL_SUBMERGED_VOLUME, &frames->submerged, err) : status;
    for (int b = 0; b < frames->bodies && status == SHOAL_OK; b++) {
        ShoalMassProperties properties;
        status = shoal_mass_properties(shoal_scene_body(scenario->scene, b), &properties, err);
        frames->volume[b] = properties.volume;
    }
    if (status != SHOAL_OK) {
        frames_close(frames);
    } else if (csv && out) {
        write_header(frames);
    }
    return status;
}

void frames_close(Frames *frames)
{
    free(frames->volume);
    free(frames->rows);
    free(frames->all);
    *frames = (Frames){0};
}

static double *take_values(const ShoalView *view, int environment, int body, double *values)
{
    const double *from = view->data + environment * view->stride[0] + body * view->stride[1];
    for (int k = 0; k < view->shape[2]; k++) {
        *values++ = from[k * view->stride[2]];
    }
    return values;
}

static ShoalStatus take_row(const Frames *frames, int environment, double *row, ShoalError *err)
{
    int64_t step;
    const ShoalStatus status = shoal_batch_time(frames->batch, environment, &row[1], &step, err);
    row[0] = (double)step; // exact: no run has 2^53 steps
    row += OF_RUN;
    for (int b = 0; b < frames->bodies; b++) {
        for (int f = 0; f < COUNT(recorded); f++) {
            row = take_values(&frames->field[f], environment, b, row);
        }
        take_values(&frames->submerged, environment, b, row);
        *row = frames->volume[b] > 0.0 ? *row / frames->volume[b] : 0.0;
        row++;
    }
    return status;
}

static void write_json(const Frames *frames, const double *row, int environment)
{
    Json json = {.out = frames->out};
    json_open(&json, '{');
    json_key(&json, "step");
    json_integer(&json, (int64_t)row[0]);
    json_key(&json, "time");
    json_number(&json, row[1]);
    json_key(&json, "environment");
    json_integer(&json, environment);
    json_key(&json, "bodies");
    json_open(&json, '[');
    row += OF_RUN;
    for (int b = 0; b < frames->bodies; b++) {
        json_open(&json, '{');
        json_key(&json, "name");
        json_text(&json, shoal_scene_body(frames->scene, b)->name);
        for (int f = 0; f < COUNT(recorded); f++) {
            const int count = shoal_field_components(recorded[f]);
            json_key(&json, shoal_field_name(recorded[f]));
            json_numbers(&json, row, count);
            row += count;
        }
        json_key(&json, "submerged_fraction");
        json_number(&json, *row++);
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

static void write_csv(const Frames *frames, const double *row, int environment)
{
    const double *values = row + OF_RUN;
    for (int b = 0; b < frames->bodies; b++) {
        fprintf(frames->out, "%" PRId64, (int64_t)row[0]);
        write_csv_number(frames->out, row[1]);
        fprintf(frames->out, ",%d,", environment);
        write_csv_text(frames->out, shoal_scene_body(frames->scene, b)->name);
        for (int k = 0; k < OF_BODY; k++) {
            write_csv_number(frames->out, *values++);
        }
        fputc('\n', frames->out);
    }
}

ShoalStatus frames_write(Frames *frames, ShoalError *err)
{
    int first;
    const int count = recorded_of(frames, &first);
    const size_t length = row_length(frames);
    ShoalStatus status = shoal_batch_forces(frames->batch, SHOAL_TERMS_ALL, err);
    for (int i = 0; i < count && status == SHOAL_OK; i++) {
        status = take_row(frames, first + i, frames->rows + (size_t)i * length, err);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    ranks_gather(frames->rows, (size_t)count * length * sizeof *frames->rows, frames->all);
    for (int i = 0; i < frames->environments && frames->out; i++) {
        const int environment = frames->environment == ALL_ENVIRONMENTS ? i : frames->environment;
        (frames->csv ? write_csv : write_json)(frames, frames->all + (size_t)i * length, environment);
    }
    return SHOAL_OK;
}
