// shoal run: steps a scene, records it, and shows where everything is.
#include "frames.h"
#include "hashfile.h"
#include "interrupt.h"
#include "progress.h"
#include "ranks.h"
#include "recorder.h"
#include "summary.h"
#include "table.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Run {
    Scenario scenario;
    Part part; // of this rank
    const char *csv, *hash_file, *recording, *save, *restore;
    bool json, quiet, record_terms;
    int compression;
    int64_t every;    // 0: about a hundred frames
    int environments; // in text: a number, or ALL_ENVIRONMENTS

    ShoalBatch *batch;
    ShlText restored, end; // saved states
    Frames frames;
    Recorder recorder;
    Output text, hashes, saved; // file NULL: none
    ShoalDigest *digests;       // of the environments: of this rank, then on the first one of all
    int64_t before;             // steps that were done before the run
    double seconds;             // in steps
} Run;

static bool writes_text(const Run *run) { return run->json || run->csv; }

static bool has_frames(const Run *run) { return writes_text(run) || run->recording || run->save; }

/// The text has standard output for itself, and one rank speaks.
static bool talks(const Run *run) { return ranks_first() && !run->json && !(run->csv && run->text.file == stdout); }

static int open_outputs(Run *run)
{
    int code = TOOL_OK;
    if (writes_text(run) && ranks_first()) {
        code = output_open(&run->text, run->json ? "-" : run->csv);
    }
    if (code == TOOL_OK && run->hash_file && ranks_first()) {
        code = output_open(&run->hashes, run->hash_file);
    }
    if (code == TOOL_OK && run->save && ranks_first()) {
        code = output_open(&run->saved, run->save);
    }
    if (code == TOOL_OK && run->hashes.file) {
        hashfile_begin(run->hashes.file);
    }
    return code;
}

static int open_frames(Run *run)
{
    ShoalError err;
    if (writes_text(run) && frames_open(&run->frames, run->text.file, !run->json, run->batch, run->part, &run->scenario,
                                        run->environments, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    return TOOL_OK;
}

static int open_recording(Run *run)
{
    const Scenario *scenario = &run->scenario;
    if (!run->recording) {
        return TOOL_OK;
    }
    ShoalRecordDef def = shoal_record_def();
    def.dt = scenario->dt;
    def.steps = scenario->steps;
    def.every = run->every;
    def.compression = run->compression;
    def.terms = run->record_terms;
    def.seed_given = scenario->seed.given;
    def.seed = scenario->seed.value;
    def.settings = scenario->settings.list;
    def.setting_count = scenario->settings.count;
    return recorder_open(&run->recorder, run->recording, scenario, run->batch, &def);
}

/// The digests of all environments, on the first rank.
static ShoalStatus take_digests(Run *run, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int e = 0; e < run->part.count && status == SHOAL_OK; e++) {
        status = shoal_batch_environment_hash(run->batch, e, &run->digests[e], err);
    }
    if (status == SHOAL_OK && ranks_count() > 1) {
        const size_t bytes = (size_t)run->part.count * sizeof *run->digests;
        ranks_gather(run->digests, bytes, run->digests + run->part.count);
    }
    return status;
}

static const ShoalDigest *all_digests(const Run *run)
{
    return ranks_count() > 1 ? run->digests + run->part.count : run->digests;
}

/// The text comes last: for it the forces are found anew.
static ShoalStatus write_frame(Run *run, int64_t done, ShoalError *err)
{
    const bool last = done == run->scenario.steps;
    if (done % run->every != 0 && !last) {
        return SHOAL_OK;
    }
    ShoalStatus status = run->recording ? recorder_frame(&run->recorder, run->batch, err) : SHOAL_OK;
    status = status == SHOAL_OK && run->save && last ? recorder_save(run->batch, &run->end, err) : status;
    return status == SHOAL_OK && writes_text(run) ? frames_write(&run->frames, err) : status;
}

static ShoalStatus write_hashes(Run *run, int64_t done, ShoalError *err)
{
    const ShoalStatus status = take_digests(run, err);
    if (status == SHOAL_OK && run->hashes.file) {
        hashfile_write(run->hashes.file, all_digests(run), run->scenario.environments, run->before + done,
                       run->environments == ALL_ENVIRONMENTS);
    }
    return status;
}

/// Steps up to the next frame at most. Ranks go the same way.
static int64_t next_count(const Run *run, int64_t done, int64_t wanted)
{
    int64_t most = run->scenario.steps - done;
    if (has_frames(run) && run->every - done % run->every < most) {
        most = run->every - done % run->every;
    }
    wanted = ranks_count() > 1 ? 100 : wanted;
    return run->hash_file ? 1 : wanted < most ? wanted : most;
}

static bool written(const Run *run)
{
    return !(run->text.file && ferror(run->text.file)) && !(run->hashes.file && ferror(run->hashes.file));
}

static ShoalStatus step_all(Run *run, ShoalError *err)
{
    const Scenario *scenario = &run->scenario;
    Progress progress = progress_begin(run->quiet || !ranks_first(), scenario->steps,
                                       (double)scenario->environments * shoal_batch_bodies(run->batch));
    int64_t wanted = 1;
    ShoalStatus status = has_frames(run) ? write_frame(run, 0, err) : SHOAL_OK;
    for (int64_t done = 0;
         done < scenario->steps && status == SHOAL_OK && !ranks_any(interrupt_asked() || !written(run));) {
        const int64_t count = next_count(run, done, wanted);
        const double before = seconds_now();
        status = shoal_batch_step(run->batch, scenario->dt, count, err);
        const double now = seconds_now();
        run->seconds += now - before;
        done += count;
        if (count == wanted) { // a tenth of a second at a time
            wanted = now - before < 0.05 ? 2 * wanted : now - before > 0.1 && wanted > 1 ? wanted / 2 : wanted;
        }
        if (status == SHOAL_OK && run->hash_file) {
            status = write_hashes(run, done, err);
        }
        if (status == SHOAL_OK && has_frames(run)) {
            status = write_frame(run, done, err);
        }
        progress_show(&progress, done, run->seconds);
    }
    progress_end(&progress);
    return status;
}

/// The flagged bodies of all ranks, from malloc.
static ShoalReport *all_reports(const Run *run, int *count)
{
    const int own = shoal_batch_reports(run->batch, NULL, 0);
    *count = (int)ranks_sum((uint64_t)own);
    ShoalReport *reports = malloc(((size_t)own + 1) * sizeof *reports),
                *all = malloc(((size_t)*count + 1) * sizeof *all);
    if (reports && all) {
        shoal_batch_reports(run->batch, reports, own);
        for (int i = 0; i < own; i++) {
            reports[i].environment += run->part.first;
        }
        ranks_gather(reports, (size_t)own * sizeof *reports, all);
    }
    free(reports);
    return all;
}

static int show(Run *run, const ShoalReport *reports, int count, ShoalDigest digest)
{
    const Scenario *scenario = &run->scenario;
    const double body_steps = (double)scenario->environments * shoal_batch_bodies(run->batch) * (double)scenario->steps;
    const double throughput = run->seconds > 0.0 ? body_steps / run->seconds : 0.0;
    ShoalError err;
    char hash[33];
    shoal_digest_text(digest, hash);
    if (run->json) {
        const Summary summary = {scenario, run->batch, run->seconds, throughput, reports, count, hash};
        return summary_json(&summary, run->text.file);
    }
    if (!talks(run) || run->quiet) {
        table_reports(stderr, scenario->scene, reports, count);
    } else {
        if (table_bodies(stdout, scenario, run->batch, &err) != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        printf("%.4g body-steps in %.3g s: %.3g body-steps/s\n", body_steps, run->seconds, throughput);
        table_reports(stdout, scenario->scene, reports, count);
    }
    if (talks(run)) {
        printf(run->quiet ? "%s\n" : "hash %s\n", hash);
    }
    return TOOL_OK;
}

static int finish(Run *run)
{
    ShoalError err;
    int count;
    if (take_digests(run, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    if (run->saved.file) {
        fwrite(run->end.data, 1, run->end.length, run->saved.file);
    }
    run->seconds = ranks_most(run->seconds);
    ShoalReport *reports = all_reports(run, &count);
    int code = TOOL_OK;
    if (!reports) {
        code = tool_fail(TOOL_OTHER, "no memory for the list of %d flagged bodies", count);
    } else if (ranks_first()) {
        code = show(run, reports, count, shoal_digest_join(all_digests(run), run->scenario.environments));
    }
    free(reports);
    return code;
}

static int close_outputs(Run *run)
{
    Output *outputs[] = {&run->text, &run->hashes, &run->saved};
    int code = recorder_close(&run->recorder);
    for (int i = 0; i < COUNT(outputs) && code == TOOL_OK; i++) {
        code = outputs[i]->file ? output_close(outputs[i]) : TOOL_OK;
    }
    return code;
}

static int make_batch(Run *run)
{
    Scenario *scenario = &run->scenario;
    int code = scenario_load(scenario, 10.0);
    if (code != TOOL_OK) {
        return code;
    }
    run->every = run->every > 0 ? run->every : (scenario->steps + 99) / 100;
    run->every = run->every > 0 ? run->every : 1;
    ranks_share(scenario->environments, &run->part.first, &run->part.count);
    run->digests = calloc((size_t)run->part.count + (size_t)scenario->environments, sizeof *run->digests);
    if (!run->digests) {
        return tool_fail(TOOL_OTHER, "no memory for the digests of %d environments", scenario->environments);
    }
    ShoalError err;
    ShoalStatus status = scenario_batch(scenario, run->part, &run->batch, &err);
    if (status == SHOAL_OK && run->restore &&
        shoal_batch_restore_part(run->batch, run->restored.data, run->restored.length, run->part.first, &err) !=
            SHOAL_OK) {
        return tool_fail(TOOL_FILE, "%s: %s", run->restore, err.message);
    }
    if (status == SHOAL_OK && run->part.count > 0) {
        status = shoal_batch_time(run->batch, 0, NULL, &run->before, &err);
    }
    return status == SHOAL_OK ? TOOL_OK : tool_fail_status(&err);
}

static int prepare(Run *run)
{
    tool_hold();
    int code = ranks_settle(make_batch(run));
    if (code == TOOL_OK) {
        interrupt_watch();
        tool_hold();
        code = ranks_settle(open_outputs(run));
    }
    if (code == TOOL_OK) {
        tool_hold();
        code = ranks_settle(open_frames(run));
    }
    return code == TOOL_OK ? open_recording(run) : code;
}

/// From here on a rank that fails ends the others.
static int step_and_show(Run *run)
{
    ShoalError err;
    if (talks(run) && !run->quiet) {
        puts(run->scenario.path);
        table_scene(stdout, run->scenario.scene);
        table_run(stdout, &run->scenario, run->batch);
        fflush(stdout);
    }
    if (step_all(run, &err) != SHOAL_OK) {
        return err.status == SHOAL_ERR_FILE ? tool_fail(TOOL_OTHER, "%s", err.message) : tool_fail_status(&err);
    }
    if (ranks_any(interrupt_asked())) {
        return TOOL_OTHER;
    }
    if (!written(run)) {
        return output_close(run->text.file && ferror(run->text.file) ? &run->text : &run->hashes);
    }
    const int code = finish(run);
    return code == TOOL_OK ? close_outputs(run) : code;
}

static int run_scene(Run *run)
{
    int code = prepare(run);
    if (code == TOOL_OK) {
        code = step_and_show(run);
        if (code != TOOL_OK) {
            tool_hold(); // what went wrong first has been told
            recorder_close(&run->recorder);
            tool_release(false);
            if (!interrupt_asked()) {
                ranks_abort(code);
            }
        }
    }
    return code;
}

static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

typedef struct Written {
    const char *option, *path;
} Written;

/// No file is written twice, or written and read.
static int check_files(const Run *run)
{
    const Written files[] = {
        {"--csv", run->csv}, {"--hash-file", run->hash_file}, {"--record", run->recording}, {"--save", run->save}};
    const char *read[] = {run->scenario.path, run->restore};
    for (int i = 0; i < COUNT(files); i++) {
        const char *path = files[i].path;
        for (int k = 0; k < i && path; k++) {
            if (files[k].path && strcmp(files[k].path, path) == 0) {
                return tool_fail(TOOL_USAGE, "%s and %s are both \"%s\"; accepted: two files", files[k].option,
                                 files[i].option, path);
            }
        }
        for (int k = 0; k < COUNT(read) && path; k++) {
            if (read[k] && same_file(path, read[k])) {
                return tool_fail(TOOL_USAGE, "%s is to be read and written; accepted: another file to write", read[k]);
            }
        }
    }
    return TOOL_OK;
}

static int check_options(const Run *run)
{
    if (run->json && run->csv) {
        return tool_fail(TOOL_USAGE, "--json and --csv are both given; accepted: one of them");
    }
    if (run->hash_file && strcmp(run->hash_file, "-") == 0 && (run->json || run->csv)) {
        return tool_fail(TOOL_USAGE, "--hash-file - beside --json or --csv; accepted: a file, as the frames have the "
                                     "standard output");
    }
    if (run->scenario.steps >= 0 && run->scenario.time >= 0.0) {
        return tool_fail(TOOL_USAGE, "--steps and --time are both given; accepted: one of them");
    }
    if (run->environments >= run->scenario.environments) {
        return tool_fail(TOOL_USAGE, "--environments is %d; accepted: all, or a number below --envs, which is %d",
                         run->environments, run->scenario.environments);
    }
    if (run->restore && run->scenario.seed.given) {
        return tool_fail(TOOL_USAGE, "--restore and --seed are both given; accepted: one of them, as a saved state "
                                     "has its own start");
    }
    if (!run->recording && (run->record_terms || run->compression > 0)) {
        return tool_fail(TOOL_USAGE, "%s is given without --record; accepted: both",
                         run->record_terms ? "--record-terms" : "--compress");
    }
    return check_files(run);
}

/// Reads what is to be restored, which has the number of environments.
static int settle_environments(Run *run)
{
    int *environments = &run->scenario.environments, saved;
    if (!run->restore) {
        *environments = *environments > 0 ? *environments : 1;
        return TOOL_OK;
    }
    ShoalError err;
    if (shl_saved_read(run->restore, &run->restored, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    if (shoal_save_environments(run->restored.data, run->restored.length, &saved, &err) != SHOAL_OK) {
        return tool_fail(TOOL_FILE, "%s: %s", run->restore, err.message);
    }
    if (*environments > 0 && *environments != saved) {
        return tool_fail(TOOL_USAGE, "--envs is %d; accepted: %d, which %s has", *environments, saved, run->restore);
    }
    *environments = saved;
    return TOOL_OK;
}

int run_command(int argc, char **argv)
{
    Run run = {.scenario = scenario_default()};
    Scenario *scenario = &run.scenario;
    scenario->environments = 0; // not given
    const Option options[] = {
        {"envs", "N", &option_count, &scenario->environments,
         "environments at once (default 1, or those of --restore)"},
        {"steps", "K", &option_steps, &scenario->steps, "steps to take"},
        {"time", "T", &option_duration, &scenario->time, "seconds to simulate (default 10)"},
        {"dt", "DT", &option_positive, &scenario->dt, "time step, s (default: the file's)"},
        {"threads", "N", &option_count, &run.part.threads, "at most this many threads (default: all)"},
        {"isa", "NAME", &option_isa, &run.part.isa, "best (default), scalar, avx2, avx512 or neon"},
        {"faces", "RULE", &option_faces, &scenario->faces,
         "fineness of integrals over faces: standard (default),\nfine, whole, or K points along each direction"},
        {"set", "NAME=VALUE", &option_setting, &scenario->settings, "a parameter of the world; may be repeated"},
        {"seed", "S", &option_seed, &scenario->seed,
         "start every environment but 0 a little off: dynamic bodies\nby up to 1 cm, 1 degree about each axis and 1 "
         "cm/s; seas\nare drawn anew. Without a seed all environments are equal"},
        {"json", NULL, NULL, &run.json, "frames as JSON lines on standard output, a summary last"},
        {"csv", "OUT", &option_text, &run.csv, "frames as CSV into a file, or - for standard output"},
        {"every", "K", &option_every, &run.every,
         "a frame each K steps, and at the end (default: about a\nhundred frames)"},
        {"record", "FILE.h5", &option_text, &run.recording,
         "frames of all environments into a recording (HDF5), which\ncan be read while it is written"},
        {"compress", "LEVEL", &option_level, &run.compression, "of the recording: 0 (default, none) to 9 (slowest)"},
        {"record-terms", NULL, NULL, &run.record_terms, "also record the wrench of each term"},
        {"save", "FILE", &option_text, &run.save, "the state at the end, with everything that follows from"},
        {"restore", "FILE", &option_text, &run.restore, "begin with a state that was saved"},
        {"environments", "WHICH", &option_environments, &run.environments,
         "frames as text of all, or one by its number (default 0); with all,\n--hash-file has a line for each"},
        {"hash-file", "OUT", &option_text, &run.hash_file, "the digest after every step"},
        {"quiet", NULL, NULL, &run.quiet, "no summary, progress or table: only the hash"},
    };
    const Usage usage = {
        .command = "run",
        .operands = "FILE",
        .purpose =
            "Steps a world or a case and shows where everything is. What the fluids do in a frame is evaluated at\n"
            "the frame's state; what is not finite is null in JSON and nan in CSV. Started by mpirun, the ranks share "
            "the\n"
            "environments out.",
        .example = "shoal run examples/waves.xml --envs 256 --time 20 --seed 1 --csv waves.csv",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    tool_hold();
    int files, code = options_parse(&usage, argc, argv, &files);
    const bool go_on = code == OPTIONS_GO_ON;
    if (go_on) {
        scenario->path = argv[1];
        code = settle_environments(&run);
        code = code == TOOL_OK ? check_options(&run) : code;
        scenario->term_outputs = run.record_terms;
    }
    code = ranks_settle(code);
    if (go_on && code == TOOL_OK) {
        code = run_scene(&run);
    }
    recorder_close(&run.recorder);
    frames_close(&run.frames);
    output_abandon(&run.text);
    output_abandon(&run.hashes);
    output_abandon(&run.saved);
    shl_text_free(&run.restored);
    shl_text_free(&run.end);
    free(run.digests);
    shoal_batch_destroy(run.batch);
    scenario_free(scenario);
    interrupt_obey();
    return code;
}
