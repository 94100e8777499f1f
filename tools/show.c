// shoal show: what is in a recording.
#include "io/record.h"
#include "json.h"
#include "scenario.h"
#include "tool.h"

#include <inttypes.h>
#include <sys/stat.h>

typedef struct Show {
    const char *path;
    bool json;
    const ShlRecordingInfo *info;
    int64_t bytes; // of the file
    char hash[33]; // of the batch at the last frame; empty without frames
    int64_t taken; // steps from the first frame to the last
} Show;

static bool is_whole(const Show *show) { return show->taken >= show->info->steps; }

static void print_text(const Show *show)
{
    const ShlRecordingInfo *info = show->info;
    printf("%s\n  made by   shoal %s on %s, up to %d threads, %s faces\n", show->path, info->version, info->isa,
           info->threads, faces_name(info->faces));
    printf("  bodies    %d in each of %d environments\n", info->bodies, info->environments);
    printf("  planned   %" PRId64 " steps of %g s, a frame each %" PRId64, info->steps, info->dt, info->every);
    printf(info->seed_given ? ", seed %" PRIu64 "\n" : "\n", info->seed);
    printf("  holds     %" PRId64 " frames%s", info->frames, info->terms ? " with terms" : "");
    if (info->frames > 0) {
        printf(", step %" PRId64 " to %" PRId64 ", %g s to %g s", info->first_step, info->last_step, info->first_time,
               info->last_time);
    }
    printf("\n  ended     %s%s\n",
           is_whole(show) ? "as planned"
           : info->closed ? "before the plan's end"
                          : "not closed: it is being written, or ",
           is_whole(show) || info->closed ? "" : "its writer was killed");
    printf("  size      %" PRId64 " bytes, compression %d\n", show->bytes, info->compression);
    if (*show->hash) {
        printf("  hash      %s (%s) at the last frame\n", show->hash, info->hash_algorithm);
    }
}

static void print_json(const Show *show)
{
    const ShlRecordingInfo *info = show->info;
    Json json = {.out = stdout};
    json_open(&json, '{');
    const struct {
        const char *key, *text;
    } texts[] = {{"file", show->path},
                 {"version", info->version},
                 {"isa", info->isa},
                 {"faces", faces_name(info->faces)},
                 {"hash_algorithm", info->hash_algorithm},
                 {"hash", *show->hash ? show->hash : NULL}};
    const struct {
        const char *key;
        int64_t value;
    } numbers[] = {{"environments", info->environments},
                   {"bodies", info->bodies},
                   {"threads", info->threads},
                   {"steps", info->steps},
                   {"every", info->every},
                   {"frames", info->frames},
                   {"first_step", info->first_step},
                   {"last_step", info->last_step},
                   {"compression", info->compression},
                   {"bytes", show->bytes}};
    for (int i = 0; i < COUNT(texts); i++) {
        json_key(&json, texts[i].key);
        json_text(&json, texts[i].text);
    }
    for (int i = 0; i < COUNT(numbers); i++) {
        json_key(&json, numbers[i].key);
        json_integer(&json, numbers[i].value);
    }
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, info->seed);
    json_key(&json, "seed");
    json_text(&json, info->seed_given ? seed : NULL);
    json_key(&json, "dt");
    json_number(&json, info->dt);
    json_key(&json, "first_time");
    json_number(&json, info->first_time);
    json_key(&json, "last_time");
    json_number(&json, info->last_time);
    json_key(&json, "terms");
    json_bool(&json, info->terms);
    json_key(&json, "closed");
    json_bool(&json, info->closed);
    json_key(&json, "as_planned");
    json_bool(&json, is_whole(show));
    json_close(&json, '}');
    json_line(&json);
}

static ShoalStatus take_hash(Show *show, ShlRecording *recording, ShoalError *err)
{
    const ShlRecordingInfo *info = show->info;
    ShlColumns frame = {0};
    if (info->frames == 0) {
        return SHOAL_OK;
    }
    if (!shl_frame_open(&frame, info->environments, info->bodies, info->terms)) {
        *err = (ShoalError){SHOAL_ERR_MEMORY, "no memory for a frame"};
        return err->status;
    }
    const ShoalStatus status = shl_recording_frame(recording, info->frames - 1, &frame, err);
    if (status == SHOAL_OK) {
        shoal_digest_text(shoal_digest_join(frame.item[SHL_FRAME_HASH].data, info->environments), show->hash);
    }
    shl_columns_free(&frame);
    return status;
}

static int show_file(Show *show)
{
    ShlRecording *recording;
    ShoalError err;
    struct stat file;
    if (shl_recording_open(show->path, &recording, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    show->info = shl_recording_info(recording);
    show->bytes = stat(show->path, &file) == 0 ? file.st_size : 0;
    show->taken = show->info->last_step - show->info->first_step;
    int code = take_hash(show, recording, &err) == SHOAL_OK ? TOOL_OK : tool_fail_status(&err);
    if (code == TOOL_OK) {
        (show->json ? print_json : print_text)(show);
    }
    shl_recording_close(recording);
    return code;
}

int show_command(int argc, char **argv)
{
    Show show = {0};
    const Option options[] = {
        {"json", NULL, NULL, &show.json, "one JSON object on standard output"},
    };
    const Usage usage = {
        .command = "show",
        .operands = "FILE.h5",
        .purpose = "Tells what is in a recording and how far it goes, also while it is written.",
        .example = "shoal show waves.h5",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        show.path = argv[1];
        code = show_file(&show);
    }
    return code;
}
