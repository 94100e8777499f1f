// shoal replay: runs a recording again, and finds where it parts from what was recorded.
#include "difference.h"
#include "interrupt.h"
#include "io/record.h"
#include "json.h"
#include "progress.h"
#include "tool.h"

#include <inttypes.h>
#include <string.h>

/// The first number that is not the recorded one.
typedef struct Parting {
    int64_t frame, step, same_step; // same_step: of the frame before; -1: none
    int environment, body;          // body -1: in the digest alone
    const char *field;
    char component[32];
    double recorded, replayed;
    ShoalDigest recorded_hash, replayed_hash;
} Parting;

typedef struct Replay {
    const char *path;
    bool json;
    int threads;
    ShoalIsa isa;

    ShlRecording *recording;
    const ShlRecordingInfo *info;
    ShoalScene *scene;
    ShoalBatch *batch;
    ShlColumns want, got;
    int64_t frames, last_step; // that were the same
    bool parted;
    Parting parting;
} Replay;

static const void *row(const ShlColumns *columns, int column, int environment)
{
    const ShlColumn *of = &columns->item[column];
    return (const char *)of->data + of->bytes * (size_t)environment;
}

static bool same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

static void name_component(const ShlColumn *column, int number, char out[32])
{
    if (column->rank == 3) {
        const int term = number / column->shape[2], k = number % column->shape[2];
        snprintf(out, 32, "%s %s %c", shoal_term_name(term), k < 3 ? "force" : "moment", "xyz"[k % 3]);
    } else {
        snprintf(out, 32, "%c", (column->shape[1] == 4 ? "wxyz" : "xyz")[number]);
    }
}

/// Looks through the numbers of an environment, body by body. Terms of frame 0 are of no step of the recording.
static bool find_number(Replay *replay, int64_t frame, int environment)
{
    const ShlColumns *want = &replay->want;
    const int last = frame == 0 && replay->info->terms ? want->count - 1 : want->count;
    for (int b = 0; b < replay->info->bodies; b++) {
        for (int i = SHL_FRAME_FIELDS; i < last; i++) {
            const ShlColumn *column = &want->item[i];
            const int length = (int)(column->bytes / sizeof(double)) / replay->info->bodies;
            const double *a = (const double *)row(want, i, environment) + b * length;
            const double *c = (const double *)row(&replay->got, i, environment) + b * length;
            for (int k = 0; k < length; k++) {
                if (!same_number(a[k], c[k])) {
                    Parting *parting = &replay->parting;
                    parting->body = b;
                    parting->field = column->name;
                    parting->recorded = a[k];
                    parting->replayed = c[k];
                    name_component(column, k, parting->component);
                    return true;
                }
            }
        }
    }
    return false;
}

static void compare(Replay *replay, int64_t frame)
{
    for (int e = 0; e < replay->info->environments && !replay->parted; e++) {
        Parting *parting = &replay->parting;
        *parting = (Parting){.frame = frame,
                             .step = *(const int64_t *)row(&replay->want, SHL_FRAME_STEP, e),
                             .same_step = frame > 0 ? replay->last_step : -1,
                             .environment = e,
                             .body = -1,
                             .recorded_hash = *(const ShoalDigest *)row(&replay->want, SHL_FRAME_HASH, e),
                             .replayed_hash = *(const ShoalDigest *)row(&replay->got, SHL_FRAME_HASH, e)};
        const bool digest = memcmp(&parting->recorded_hash, &parting->replayed_hash, sizeof(ShoalDigest)) != 0;
        replay->parted = find_number(replay, frame, e) || digest;
    }
}

static int replay_frame(Replay *replay, int64_t frame, int64_t *done)
{
    ShoalError err;
    int64_t now;
    if (shl_recording_frame(replay->recording, frame, &replay->want, &err) != SHOAL_OK ||
        shoal_batch_time(replay->batch, 0, NULL, &now, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    const int64_t step = *(const int64_t *)row(&replay->want, SHL_FRAME_STEP, 0);
    if (step < now) {
        return tool_fail(TOOL_FILE,
                         "%s: frame %" PRId64 " is of step %" PRId64 ", before that of the frame before; accepted: "
                         "steps that do not fall",
                         replay->path, frame, step);
    }
    if ((step > now && shoal_batch_step(replay->batch, replay->info->dt, step - now, &err) != SHOAL_OK) ||
        shl_frame_take(&replay->got, replay->batch, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    *done = step - replay->info->first_step;
    compare(replay, frame);
    if (!replay->parted) {
        replay->frames++;
        replay->last_step = step;
    }
    return TOOL_OK;
}

static int replay_frames(Replay *replay)
{
    const ShlRecordingInfo *info = replay->info;
    Progress progress =
        progress_begin(replay->json, info->last_step - info->first_step, (double)info->environments * info->bodies);
    const double began = seconds_now();
    int code = TOOL_OK;
    for (int64_t frame = 0; frame < info->frames && code == TOOL_OK && !replay->parted && !interrupt_asked(); frame++) {
        int64_t done = 0;
        code = replay_frame(replay, frame, &done);
        progress_show(&progress, done, seconds_now() - began);
    }
    progress_end(&progress);
    return code;
}

static void print_parting(const Replay *replay)
{
    const Parting *parting = &replay->parting;
    char recorded[33], replayed[33];
    shoal_digest_text(parting->recorded_hash, recorded);
    shoal_digest_text(parting->replayed_hash, replayed);
    printf("different at step %" PRId64 " (frame %" PRId64 "), ", parting->step, parting->frame);
    if (parting->same_step >= 0) {
        printf("same at step %" PRId64 ", ", parting->same_step);
    }
    printf("environment %d, ", parting->environment);
    if (parting->body < 0) {
        puts("in its digest alone: every number is the same");
    } else {
        printf("body '%s', %s %s:\n    recorded ", shoal_batch_body_name(replay->batch, parting->body), parting->field,
               parting->component);
        difference_print_value(stdout, parting->recorded);
        fputs("\n    replayed ", stdout);
        difference_print_value(stdout, parting->replayed);
        putchar('\n');
    }
    printf("    digests  %s\n             %s\n", recorded, replayed);
}

static void json_value(Json *json, const char *key, double value)
{
    char bits[24];
    snprintf(bits, sizeof bits, "0x%016" PRIx64, difference_bits(value));
    json_key(json, key);
    json_open(json, '{');
    json_key(json, "value");
    json_number(json, value);
    json_key(json, "bits");
    json_text(json, bits);
    json_close(json, '}');
}

static void json_parting(Json *json, const Replay *replay)
{
    const Parting *parting = &replay->parting;
    char hash[33];
    json_open(json, '{');
    json_key(json, "step");
    json_integer(json, parting->step);
    json_key(json, "frame");
    json_integer(json, parting->frame);
    json_key(json, "environment");
    json_integer(json, parting->environment);
    json_key(json, "body");
    json_text(json, parting->body < 0 ? NULL : shoal_batch_body_name(replay->batch, parting->body));
    if (parting->body >= 0) {
        json_key(json, "field");
        json_text(json, parting->field);
        json_key(json, "component");
        json_text(json, parting->component);
        json_value(json, "recorded", parting->recorded);
        json_value(json, "replayed", parting->replayed);
    }
    shoal_digest_text(parting->recorded_hash, hash);
    json_key(json, "recorded_hash");
    json_text(json, hash);
    shoal_digest_text(parting->replayed_hash, hash);
    json_key(json, "replayed_hash");
    json_text(json, hash);
    json_close(json, '}');
}

static void print_json(const Replay *replay)
{
    Json json = {.out = stdout};
    json_open(&json, '{');
    json_key(&json, "file");
    json_text(&json, replay->path);
    json_key(&json, "same");
    json_bool(&json, !replay->parted);
    json_key(&json, "frames");
    json_integer(&json, replay->frames);
    json_key(&json, "last_step");
    json_integer(&json, replay->last_step);
    json_key(&json, "threads");
    json_integer(&json, shoal_batch_threads(replay->batch));
    json_key(&json, "isa");
    json_text(&json, shoal_isa_name(shoal_batch_isa(replay->batch)));
    json_key(&json, "difference");
    if (replay->parted) {
        json_parting(&json, replay);
    } else {
        json_text(&json, NULL);
    }
    json_close(&json, '}');
    json_line(&json);
}

static ShoalStatus open_recording(Replay *replay, ShoalError *err)
{
    ShoalStatus status = shl_recording_open(replay->path, &replay->recording, err);
    if (status != SHOAL_OK) {
        return status;
    }
    const ShlRecordingInfo *info = replay->info = shl_recording_info(replay->recording);
    status = shl_recording_scene(replay->recording, &replay->scene, err);
    if (status == SHOAL_OK) {
        ShoalBatchDef def = shoal_batch_def();
        def.environments = info->environments;
        def.threads = replay->threads;
        def.isa = replay->isa;
        def.faces = info->faces;
        def.hash = 1;
        def.term_outputs = info->terms;
        status = shoal_batch_create(replay->scene, &def, &replay->batch, err);
    }
    status = status == SHOAL_OK ? shl_recording_restore(replay->recording, replay->batch, err) : status;
    if (status == SHOAL_OK && (!shl_frame_open(&replay->want, info->environments, info->bodies, info->terms) ||
                               !shl_frame_open(&replay->got, info->environments, info->bodies, info->terms))) {
        *err = (ShoalError){SHOAL_ERR_MEMORY, "no memory for two frames"};
        status = err->status;
    }
    return status;
}

static int replay_file(Replay *replay)
{
    ShoalError err;
    if (open_recording(replay, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    const ShlRecordingInfo *info = replay->info;
    interrupt_watch();
    if (!replay->json) {
        printf("%s: %" PRId64 " frames of %d environments of %d bodies, from shoal %s on %s\n", replay->path,
               info->frames, info->environments, info->bodies, info->version, info->isa);
        fflush(stdout);
    }
    const int code = replay_frames(replay);
    if (code != TOOL_OK || interrupt_asked()) {
        return code != TOOL_OK ? code : TOOL_OTHER;
    }
    if (replay->json) {
        print_json(replay);
    } else if (replay->parted) {
        print_parting(replay);
    } else {
        printf("same: %" PRId64 " frames, to step %" PRId64 ", on %s\n", replay->frames, replay->last_step,
               shoal_isa_name(shoal_batch_isa(replay->batch)));
    }
    return replay->parted ? TOOL_DIFFERS : TOOL_OK;
}

int replay_command(int argc, char **argv)
{
    Replay replay = {0};
    const Option options[] = {
        {"threads", "N", &option_count, &replay.threads, "at most this many threads (default: all)"},
        {"isa", "NAME", &option_isa, &replay.isa, "best (default), scalar, avx2, avx512 or neon"},
        {"json", NULL, NULL, &replay.json, "one JSON object on standard output"},
    };
    const Usage usage = {
        .command = "replay",
        .operands = "FILE.h5",
        .purpose =
            "Runs a recording again from its scene, parameters and first state, and compares each frame. Exits with "
            "1\n"
            "at the first difference, naming step, environment, body and field and both values.",
        .example = "shoal replay waves.h5 --isa scalar --threads 1",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        replay.path = argv[1];
        code = replay_file(&replay);
    }
    shl_columns_free(&replay.want);
    shl_columns_free(&replay.got);
    shoal_batch_destroy(replay.batch);
    shoal_scene_destroy(replay.scene);
    shl_recording_close(replay.recording);
    interrupt_obey();
    return code;
}
