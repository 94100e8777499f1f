// shoal run: steps a scene, records it, and shows where everything is.
#include "frames.h"
#include "hashfile.h"
#include "interrupt.h"
#include "json.h"
#include "progress.h"
#include "table.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Run {
    Scenario scenario;
    Part part;
    const char *csv, *hash_file;
    bool json, quiet;
    int64_t every;    // 0: about a hundred frames
    int environments; // recorded: a number, or ALL_ENVIRONMENTS

    ShoalBatch *batch;
    Frames frames;
    Output record, hashes; // file NULL: none
    double seconds;        // in steps
} Run;

static bool records(const Run *run) { return run->json || run->csv; }

/// The record has standard output for itself.
static bool talks(const Run *run) { return !run->json && !(run->csv && run->record.file == stdout); }

static int open_outputs(Run *run)
{
    int code = TOOL_OK;
    if (records(run)) {
        code = output_open(&run->record, run->json ? "-" : run->csv);
    }
    if (code == TOOL_OK && run->hash_file) {
        code = output_open(&run->hashes, run->hash_file);
    }
    if (code != TOOL_OK) {
        return code;
    }
    if (run->hashes.file) {
        hashfile_begin(run->hashes.file);
    }
    ShoalError err;
    if (records(run) && frames_open(&run->frames, run->record.file, !run->json, run->batch, run->scenario.scene,
                                    run->environments, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    return TOOL_OK;
}

static ShoalStatus record(Run *run, int64_t done, ShoalError *err)
{
    const int64_t steps = run->scenario.steps;
    return records(run) && (done % run->every == 0 || done == steps) ? frames_write(&run->frames, err) : SHOAL_OK;
}

/// Steps up to the next frame at most.
static int64_t next_count(const Run *run, int64_t done, int64_t wanted)
{
    int64_t most = run->scenario.steps - done;
    if (records(run) && run->every - done % run->every < most) {
        most = run->every - done % run->every;
    }
    return run->hashes.file ? 1 : wanted < most ? wanted : most;
}

static bool written(const Run *run)
{
    return !(run->record.file && ferror(run->record.file)) && !(run->hashes.file && ferror(run->hashes.file));
}

static ShoalStatus step_all(Run *run, ShoalError *err)
{
    const Scenario *scenario = &run->scenario;
    Progress progress =
        progress_begin(run->quiet, scenario->steps, (double)scenario->environments * shoal_batch_bodies(run->batch));
    int64_t wanted = 1;
    ShoalStatus status = record(run, 0, err);
    for (int64_t done = 0; done < scenario->steps && status == SHOAL_OK && !interrupt_asked() && written(run);) {
        const int64_t count = next_count(run, done, wanted);
        const double before = seconds_now();
        status = shoal_batch_step(run->batch, scenario->dt, count, err);
        const double now = seconds_now();
        run->seconds += now - before;
        done += count;
        if (count == wanted) { // a tenth of a second at a time
            wanted = now - before < 0.05 ? 2 * wanted : now - before > 0.1 && wanted > 1 ? wanted / 2 : wanted;
        }
        if (status == SHOAL_OK && run->hashes.file) {
            status = hashfile_write(run->hashes.file, run->batch, done, run->environments == ALL_ENVIRONMENTS, err);
        }
        if (status == SHOAL_OK) {
            status = record(run, done, err);
        }
        progress_show(&progress, done, run->seconds);
    }
    progress_end(&progress);
    return status;
}

static double body_steps(const Run *run)
{
    return (double)run->scenario.environments * shoal_batch_bodies(run->batch) * (double)run->scenario.steps;
}

static double throughput(const Run *run) { return run->seconds > 0.0 ? body_steps(run) / run->seconds : 0.0; }

static int json_flagged(Json *json, const ShoalBatch *batch)
{
    const int count = shoal_batch_reports(batch, NULL, 0);
    ShoalReport *reports = malloc(((size_t)count + 1) * sizeof *reports);
    if (!reports) {
        return tool_fail(TOOL_OTHER, "no memory for the list of %d flagged bodies", count);
    }
    shoal_batch_reports(batch, reports, count);
    json_open(json, '[');
    for (int i = 0; i < count; i++) {
        json_open(json, '{');
        json_key(json, "environment");
        json_integer(json, reports[i].environment);
        json_key(json, "body");
        json_text(json, shoal_batch_body_name(batch, reports[i].body));
        json_key(json, "step");
        json_integer(json, reports[i].step);
        json_key(json, "flags");
        json_open(json, '[');
        for (int f = 0; flag_name(f); f++) {
            if (reports[i].flags & (1u << f)) {
                json_text(json, flag_name(f));
            }
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    free(reports);
    return TOOL_OK;
}

static int json_summary(const Run *run, double time, const char *hash)
{
    const Scenario *scenario = &run->scenario;
    Json json = {.out = run->record.file};
    json_open(&json, '{');
    json_key(&json, "summary");
    json_open(&json, '{');
    json_key(&json, "file");
    json_text(&json, scenario->path);
    json_key(&json, "version");
    json_text(&json, shoal_version());
    json_key(&json, "environments");
    json_integer(&json, scenario->environments);
    json_key(&json, "bodies");
    json_integer(&json, shoal_batch_bodies(run->batch));
    json_key(&json, "steps");
    json_integer(&json, scenario->steps);
    json_key(&json, "dt");
    json_number(&json, scenario->dt);
    json_key(&json, "time");
    json_number(&json, time);
    json_key(&json, "threads");
    json_integer(&json, shoal_batch_threads(run->batch));
    json_key(&json, "isa");
    json_text(&json, shoal_isa_name(shoal_batch_isa(run->batch)));
    json_key(&json, "faces");
    json_text(&json, faces_name(scenario->faces));
    json_key(&json, "seed");
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, scenario->seed.value); // text: JSON's readers round large numbers
    json_text(&json, scenario->seed.given ? seed : NULL);
    json_key(&json, "seconds");
    json_number(&json, run->seconds);
    json_key(&json, "body_steps_per_second");
    json_number(&json, throughput(run));
    json_key(&json, "flagged");
    const int code = json_flagged(&json, run->batch);
    json_key(&json, "hash");
    json_text(&json, hash);
    json_close(&json, '}');
    json_close(&json, '}');
    json_line(&json);
    return code;
}

static int show(Run *run)
{
    ShoalError err;
    ShoalDigest digest;
    double time;
    if (shoal_batch_hash(run->batch, &digest, &err) != SHOAL_OK ||
        shoal_batch_time(run->batch, 0, &time, NULL, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    char hash[33];
    shoal_digest_text(digest, hash);
    if (run->json) {
        return json_summary(run, time, hash);
    }
    if (!talks(run) || run->quiet) {
        table_reports(stderr, run->batch);
    } else {
        if (table_bodies(stdout, &run->scenario, run->batch, &err) != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        printf("%.4g body-steps in %.3g s: %.3g body-steps/s\n", body_steps(run), run->seconds, throughput(run));
        table_reports(stdout, run->batch);
    }
    if (talks(run)) {
        printf(run->quiet ? "%s\n" : "hash %s\n", hash);
    }
    return TOOL_OK;
}

static int close_outputs(Run *run)
{
    int code = TOOL_OK;
    if (run->record.file) {
        code = output_close(&run->record);
    }
    if (code == TOOL_OK && run->hashes.file) {
        code = output_close(&run->hashes);
    }
    return code;
}

static int run_scene(Run *run)
{
    int code = scenario_load(&run->scenario, 10.0);
    if (code != TOOL_OK) {
        return code;
    }
    const Scenario *scenario = &run->scenario;
    run->part.count = scenario->environments;
    run->every = run->every > 0 ? run->every : (scenario->steps + 99) / 100;
    run->every = run->every > 0 ? run->every : 1;
    ShoalError err;
    if (scenario_batch(scenario, run->part, &run->batch, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    interrupt_watch();
    code = open_outputs(run);
    if (code != TOOL_OK) {
        return code;
    }
    if (talks(run) && !run->quiet) {
        puts(scenario->path);
        table_scene(stdout, scenario->scene);
        table_run(stdout, scenario, run->batch);
        fflush(stdout);
    }
    if (step_all(run, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    if (interrupt_asked()) {
        return TOOL_OTHER;
    }
    if (!written(run)) {
        return output_close(run->record.file && ferror(run->record.file) ? &run->record : &run->hashes);
    }
    code = show(run);
    return code == TOOL_OK ? close_outputs(run) : code;
}

static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
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
    if (run->hash_file && run->csv && strcmp(run->hash_file, run->csv) == 0) {
        return tool_fail(TOOL_USAGE, "--csv and --hash-file are both \"%s\"; accepted: two files", run->csv);
    }
    if ((run->csv && same_file(run->csv, run->scenario.path)) ||
        (run->hash_file && same_file(run->hash_file, run->scenario.path))) {
        return tool_fail(TOOL_USAGE, "%s is to be read and written; accepted: another file to write",
                         run->scenario.path);
    }
    if (run->scenario.steps >= 0 && run->scenario.time >= 0.0) {
        return tool_fail(TOOL_USAGE, "--steps and --time are both given; accepted: one of them");
    }
    if (run->environments >= run->scenario.environments) {
        return tool_fail(TOOL_USAGE, "--environments is %d; accepted: all, or a number below --envs, which is %d",
                         run->environments, run->scenario.environments);
    }
    return TOOL_OK;
}

int run_command(int argc, char **argv)
{
    Run run = {.scenario = scenario_default()};
    Scenario *scenario = &run.scenario;
    const Option options[] = {
        {"envs", "N", &option_count, &scenario->environments, "environments at once (default 1)"},
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
         "cm/s. "
         "Without\na seed all environments are equal"},
        {"json", NULL, NULL, &run.json, "frames as JSON lines on standard output, a summary last"},
        {"csv", "OUT", &option_text, &run.csv, "frames as CSV into a file, or - for standard output"},
        {"every", "K", &option_every, &run.every,
         "record each K steps, and the end (default: about a\nhundred frames)"},
        {"environments", "WHICH", &option_environments, &run.environments,
         "record all, or one by its number (default 0); with all,\n--hash-file has a line for each"},
        {"hash-file", "OUT", &option_text, &run.hash_file, "the digest after every step"},
        {"quiet", NULL, NULL, &run.quiet, "no summary, progress or table: only the hash"},
    };
    const Usage usage = {
        .command = "run",
        .operands = "FILE",
        .purpose =
            "Steps a world or a case and shows where everything is. What the fluids do in a frame is evaluated at\n"
            "the frame's state; what is not finite is null in JSON and nan in CSV.",
        .example = "shoal run examples/waves.xml --envs 256 --time 20 --seed 1 --csv waves.csv",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        scenario->path = argv[1];
        code = check_options(&run);
        code = code == TOOL_OK ? run_scene(&run) : code;
    }
    frames_close(&run.frames);
    output_abandon(&run.record);
    output_abandon(&run.hashes);
    shoal_batch_destroy(run.batch);
    scenario_free(scenario);
    interrupt_obey();
    return code;
}
