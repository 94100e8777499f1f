// shoal verify: the same bits from every number of threads, instruction set and size of batch, and from other days.
#include "difference.h"
#include "hashfile.h"
#include "interrupt.h"
#include "progress.h"
#include "scenario.h"
#include "tool.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Verify {
    Scenario scenario;
    OptionList threads, isas;
    int splits; // 0: two where there are two environments
    bool each_environment;
    const char *against, *hash_file, *junit_file;

    HashFile expected;
    Output hashes, junit;
    ShoalDigest *chain;        // of the first combination: after each step
    ShoalDigest *environments; // and of its environments, at last at the end
    Part first;
    bool begun; // the first combination was run
    int compared;
    char *unexpected; // how the first combination differs from the hash file
    Verdicts verdicts;
    Progress progress;
    int64_t done;
    double began;
} Verify;

static bool same(ShoalDigest a, ShoalDigest b) { return a.high == b.high && a.low == b.low; }

static ShoalStatus step_once(Verify *verify, ShoalBatch *batch, ShoalError *err)
{
    verify->done++;
    progress_show(&verify->progress, verify->done, seconds_now() - verify->began);
    return shoal_batch_step(batch, verify->scenario.dt, 1, err);
}

/// Compares the lines of the hash file for one step, from line *next on.
/// @return OPTIONS_GO_ON, or the exit code after a message
static int compare_expected(Verify *verify, const ShoalBatch *batch, int64_t step, size_t *next)
{
    const HashFile *file = &verify->expected;
    while (*next < file->count && file->lines[*next].step < step) {
        ++*next;
    }
    for (; *next < file->count && file->lines[*next].step == step; ++*next) {
        const HashLine *line = &file->lines[*next];
        ShoalDigest found;
        ShoalError err;
        const ShoalStatus status = line->environment < 0
                                       ? shoal_batch_hash(batch, &found, &err)
                                       : shoal_batch_environment_hash(batch, line->environment, &found, &err);
        if (status != SHOAL_OK) {
            return tool_fail(TOOL_FILE, "%s:%zu: %s", verify->against, *next + 2, err.message);
        }
        verify->compared++;
        if (!same(found, line->digest)) {
            char want[33], got[33], where[32] = "", text[512];
            shoal_digest_text(line->digest, want);
            shoal_digest_text(found, got);
            if (line->environment >= 0) {
                snprintf(where, sizeof where, ", environment %d", line->environment);
            }
            snprintf(text, sizeof text, "first at step %" PRId64 "%s (line %zu): the file has %s, this run %s", step,
                     where, *next + 2, want, got);
            verify->unexpected = strdup(text);
            return verify->unexpected ? OPTIONS_GO_ON : tool_fail(TOOL_OTHER, "no memory for a message");
        }
    }
    return OPTIONS_GO_ON;
}

static ShoalStatus digest_environments(Verify *verify, const ShoalBatch *batch, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int e = 0; e < verify->scenario.environments && status == SHOAL_OK; e++) {
        status = shoal_batch_environment_hash(batch, e, &verify->environments[e], err);
    }
    return status;
}

/// What the first combination does besides stepping.
static int first_after_step(Verify *verify, const ShoalBatch *batch, int64_t step, size_t *next)
{
    ShoalError err;
    if (shoal_batch_hash(batch, &verify->chain[step], &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    if (verify->hashes.file && step > 0) {
        if (digest_environments(verify, batch, &err) != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        hashfile_write(verify->hashes.file, verify->environments, verify->scenario.environments, step,
                       verify->each_environment);
    }
    if (verify->against && !verify->unexpected) {
        const int code = compare_expected(verify, batch, step, next);
        return code == OPTIONS_GO_ON ? TOOL_OK : code;
    }
    return TOOL_OK;
}

static int run_first(Verify *verify, ShoalBatch *batch)
{
    const Scenario *scenario = &verify->scenario;
    ShoalError err;
    size_t next = 0;
    int code = first_after_step(verify, batch, 0, &next);
    for (int64_t step = 1; step <= scenario->steps && code == TOOL_OK && !interrupt_asked(); step++) {
        code = step_once(verify, batch, &err) == SHOAL_OK ? first_after_step(verify, batch, step, &next)
                                                          : tool_fail_status(&err);
    }
    return code == TOOL_OK && digest_environments(verify, batch, &err) != SHOAL_OK ? tool_fail_status(&err) : code;
}

/// @param step  the first one that differs from the first combination, or -1
static int run_other(Verify *verify, ShoalBatch *batch, int64_t *step)
{
    ShoalError err;
    *step = -1;
    for (int64_t s = 1; s <= verify->scenario.steps && !interrupt_asked(); s++) {
        ShoalDigest digest;
        if (step_once(verify, batch, &err) != SHOAL_OK || shoal_batch_hash(batch, &digest, &err) != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        if (!same(digest, verify->chain[s])) {
            *step = s;
            return TOOL_OK;
        }
    }
    return TOOL_OK;
}

/// Notes a row, and where it is different, how.
static int note(Verify *verify, Part part, int batches, VerdictKind kind, ShoalDigest digest, double began)
{
    char *detail = NULL;
    size_t size;
    ShoalError err;
    if (kind == VERDICT_DIFFERENT) {
        FILE *text = open_memstream(&detail, &size);
        if (!text) {
            return tool_fail(TOOL_OTHER, "no memory for a message");
        }
        const ShoalStatus status = difference_find(text, &verify->scenario, verify->first, part, &err);
        fclose(text);
        if (status != SHOAL_OK) {
            free(detail);
            return tool_fail_status(&err);
        }
    }
    return verdicts_row(&verify->verdicts, part, batches, kind, digest, detail, seconds_now() - began)
               ? TOOL_OK
               : tool_fail(TOOL_OTHER, "no memory for the table");
}

static int run_combination(Verify *verify, Part part)
{
    ShoalBatch *batch;
    ShoalError err;
    const double began = seconds_now();
    if (scenario_batch(&verify->scenario, part, &batch, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    const bool is_first = !verify->begun;
    int64_t step = -1;
    const int code = is_first ? run_first(verify, batch) : run_other(verify, batch, &step);
    ShoalDigest digest = {0};
    shoal_batch_hash(batch, &digest, &err);
    shoal_batch_destroy(batch);
    progress_end(&verify->progress);
    if (code != TOOL_OK || interrupt_asked()) {
        return code;
    }
    if (is_first) {
        verify->first = part;
        verify->begun = true;
    }
    return note(verify, part, 1,
                step >= 0  ? VERDICT_DIFFERENT
                : is_first ? VERDICT_REFERENCE
                           : VERDICT_SAME,
                digest, began);
}

/// Runs a part of the environments by itself. @return its digests at the end, in `digests`
static ShoalStatus run_part(Verify *verify, Part part, ShoalDigest *digests, ShoalError *err)
{
    ShoalBatch *batch;
    ShoalStatus status = scenario_batch(&verify->scenario, part, &batch, err);
    for (int64_t step = 0; step < verify->scenario.steps && status == SHOAL_OK && !interrupt_asked(); step++) {
        status = step_once(verify, batch, err);
    }
    for (int e = 0; e < part.count && status == SHOAL_OK; e++) {
        status = shoal_batch_environment_hash(batch, e, &digests[e], err);
    }
    shoal_batch_destroy(batch);
    return status;
}

/// The environments as several batches, which must end as they did in one.
static int run_splits(Verify *verify, Part whole)
{
    const int splits = verify->splits;
    const double began = seconds_now();
    ShoalDigest *digests = calloc((size_t)whole.count, sizeof *digests);
    Part part = whole, other = whole; // other: the first part that is different
    VerdictKind kind = VERDICT_SAME;
    ShoalError err;
    ShoalStatus status = SHOAL_OK;
    if (!digests) {
        return tool_fail(TOOL_OTHER, "no memory for the digests of %d environments", whole.count);
    }
    for (int i = 0; i < splits && status == SHOAL_OK && !interrupt_asked(); i++) {
        part.first = (int)((int64_t)whole.count * i / splits);
        part.count = (int)((int64_t)whole.count * (i + 1) / splits) - part.first;
        status = run_part(verify, part, digests + part.first, &err);
        for (int e = part.first; e < part.first + part.count && status == SHOAL_OK && kind == VERDICT_SAME; e++) {
            if (!same(digests[e], verify->environments[e])) {
                kind = VERDICT_DIFFERENT;
                other = part;
            }
        }
    }
    const ShoalDigest digest = shoal_digest_join(digests, whole.count);
    free(digests);
    progress_end(&verify->progress);
    if (status != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    return interrupt_asked() ? TOOL_OK : note(verify, other, splits, kind, digest, began);
}

static int run_isa(Verify *verify, ShoalIsa isa)
{
    int code = TOOL_OK;
    for (int t = 0; t < verify->threads.count && code == TOOL_OK && !interrupt_asked(); t++) {
        const Part part = {0, verify->scenario.environments, verify->threads.value[t], isa};
        code = run_combination(verify, part);
        if (code == TOOL_OK && verify->splits > 1 && !interrupt_asked()) {
            code = run_splits(verify, part);
        }
    }
    return code;
}

static int run_combinations(Verify *verify)
{
    int code = TOOL_OK;
    verdicts_header();
    for (int i = 0; i < verify->isas.count && code == TOOL_OK && !interrupt_asked(); i++) {
        const ShoalIsa isa = (ShoalIsa)verify->isas.value[i];
        if (shoal_isa_here(isa)) {
            code = run_isa(verify, isa);
        } else {
            char *why = strdup(shoal_isa_built(isa) ? "not on this machine" : "not in this build");
            if (!why || !verdicts_line(&verify->verdicts, VERDICT_SKIPPED, shoal_isa_name(isa), why, 0.0)) {
                code = tool_fail(TOOL_OTHER, "no memory for the table");
            }
        }
    }
    if (code == TOOL_OK && !verify->begun && !interrupt_asked()) {
        return tool_fail(TOOL_OTHER, "none of these instruction sets can run here (shoal info lists those that can)");
    }
    return code;
}

static int prepare(Verify *verify)
{
    Scenario *scenario = &verify->scenario;
    int code = verify->against ? hashfile_read(&verify->expected, verify->against) : TOOL_OK;
    if (code == TOOL_OK && scenario->steps < 0 && scenario->time < 0.0) {
        scenario->steps = verify->against ? verify->expected.lines[verify->expected.count - 1].step : 100;
    }
    code = code == TOOL_OK ? scenario_load(scenario, 0.0) : code;
    if (code == TOOL_OK && verify->hash_file) {
        code = output_open(&verify->hashes, verify->hash_file);
    }
    if (code == TOOL_OK && verify->junit_file) {
        code = output_open(&verify->junit, verify->junit_file);
    }
    if (code != TOOL_OK) {
        return code;
    }
    if (verify->hashes.file) {
        hashfile_begin(verify->hashes.file);
    }
    verify->chain = calloc((size_t)scenario->steps + 1, sizeof *verify->chain);
    verify->environments = calloc((size_t)scenario->environments, sizeof *verify->environments);
    if (!verify->chain || !verify->environments) {
        return tool_fail(TOOL_OTHER, "no memory for the digests of %" PRId64 " steps and %d environments",
                         scenario->steps, scenario->environments);
    }
    int isas = 0;
    for (int i = 0; i < verify->isas.count; i++) {
        isas += shoal_isa_here((ShoalIsa)verify->isas.value[i]);
    }
    verify->began = seconds_now();
    verify->progress =
        progress_begin(false, scenario->steps * isas * verify->threads.count * (verify->splits > 1 ? 2 : 1),
                       (double)scenario->environments * shoal_scene_body_count(scenario->scene));
    return TOOL_OK;
}

static int report_expected(Verify *verify)
{
    if (!verify->against) {
        return TOOL_OK;
    }
    if (verify->compared == 0) {
        return tool_fail(TOOL_FILE, "%s: has no line for steps 0 to %" PRId64 ", so nothing was compared",
                         verify->against, verify->scenario.steps);
    }
    char text[64];
    snprintf(text, sizeof text, "in %d of its %zu lines", verify->compared, verify->expected.count);
    char *detail = verify->unexpected ? verify->unexpected : strdup(text);
    const VerdictKind kind = verify->unexpected ? VERDICT_DIFFERENT : VERDICT_SAME;
    verify->unexpected = NULL;
    return detail && verdicts_line(&verify->verdicts, kind, verify->against, detail, 0.0)
               ? TOOL_OK
               : tool_fail(TOOL_OTHER, "no memory for the table");
}

/// The hash file only where all are the same.
static int close_outputs(Verify *verify)
{
    int code = TOOL_OK;
    if (verify->junit.file) {
        verdicts_junit(&verify->verdicts, verify->scenario.path, verify->junit.file);
        code = output_close(&verify->junit);
    }
    if (code == TOOL_OK && verify->hashes.file && verify->verdicts.different == 0) {
        code = output_close(&verify->hashes);
    }
    return code;
}

static int verify_scene(Verify *verify)
{
    int code = prepare(verify);
    if (code != TOOL_OK) {
        return code;
    }
    const Scenario *scenario = &verify->scenario;
    interrupt_watch();
    printf("%s: %d environment%s of %d bodies, %" PRId64 " steps of %g s\n", scenario->path, scenario->environments,
           scenario->environments == 1 ? "" : "s", shoal_scene_body_count(scenario->scene), scenario->steps,
           scenario->dt);
    fflush(stdout);
    code = run_combinations(verify);
    if (interrupt_asked()) {
        return TOOL_OTHER;
    }
    code = code == TOOL_OK ? report_expected(verify) : code;
    code = code == TOOL_OK ? close_outputs(verify) : code;
    if (code == TOOL_OK) {
        puts(verify->verdicts.different ? "different" : "same");
    }
    return code == TOOL_OK && verify->verdicts.different ? TOOL_DIFFERS : code;
}

static int check_options(Verify *verify)
{
    const int environments = verify->scenario.environments;
    if (verify->scenario.steps >= 0 && verify->scenario.time >= 0.0) {
        return tool_fail(TOOL_USAGE, "--steps and --time are both given; accepted: one of them");
    }
    if (verify->splits == 0) {
        verify->splits = environments >= 2 ? 2 : 1;
    }
    if (verify->splits > environments) {
        return tool_fail(TOOL_USAGE, "--splits is %d; accepted: up to --envs, which is %d", verify->splits,
                         environments);
    }
    if (verify->isas.count * verify->threads.count == 1 && verify->splits == 1 && !verify->against &&
        !verify->hash_file) {
        return tool_fail(TOOL_USAGE,
                         "one combination has nothing to be compared with; accepted: more of --threads, --isa or "
                         "--envs, or --against, or --hash-file");
    }
    return TOOL_OK;
}

int verify_command(int argc, char **argv)
{
    Verify verify = {
        .scenario = scenario_default(),
        .threads = {3, {1, 2, 3}},
        .isas = {4, {SHOAL_ISA_SCALAR, SHOAL_ISA_AVX2, SHOAL_ISA_AVX512, SHOAL_ISA_NEON}},
    };
    Scenario *scenario = &verify.scenario;
    const Option options[] = {
        {"envs", "N", &option_count, &scenario->environments, "environments at once (default 1)"},
        {"steps", "K", &option_steps, &scenario->steps, "steps to take (default 100, or those of --against)"},
        {"time", "T", &option_duration, &scenario->time, "seconds to simulate, in place of steps"},
        {"dt", "DT", &option_positive, &scenario->dt, "time step, s (default: the file's)"},
        {"threads", "LIST", &option_threads, &verify.threads, "numbers of threads (default 1,2,3)"},
        {"isa", "LIST", &option_isas, &verify.isas, "instruction sets (default all): scalar,avx2,avx512,neon"},
        {"splits", "S", &option_count, &verify.splits,
         "run each combination also as this many batches\n(default 2 where there are two environments; 1: do not)"},
        {"against", "HASHFILE", &option_text, &verify.against, "compare the first combination with a hash file"},
        {"hash-file", "OUT", &option_text, &verify.hash_file,
         "write the digest after every step, where all are the same"},
        {"junit", "FILE.xml", &option_text, &verify.junit_file, "write what was found as JUnit's XML"},
        {"environments", NULL, NULL, &verify.each_environment, "with --hash-file: a line for each environment"},
        {"faces", "RULE", &option_faces, &scenario->faces,
         "fineness of integrals over faces: standard (default),\nfine, whole, or K points along each direction"},
        {"set", "NAME=VALUE", &option_setting, &scenario->settings, "a parameter of the world; may be repeated"},
        {"seed", "S", &option_seed, &scenario->seed, "as in shoal run: starts that differ between environments"},
    };
    const Usage usage = {
        .command = "verify",
        .operands = "FILE",
        .purpose =
            "Runs a world or a case with every number of threads on every instruction set of this machine, as one "
            "batch\n"
            "and as several, compares the digests after each step, and exits with 1 where they differ, naming the "
            "first step, environment, body\n"
            "and field and both values.",
        .example = "shoal verify examples/waves.xml --envs 257 --steps 500 --threads 1,2,3 --isa all",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        scenario->path = argv[1];
        code = check_options(&verify);
        code = code == TOOL_OK ? verify_scene(&verify) : code;
    }
    output_abandon(&verify.hashes);
    output_abandon(&verify.junit);
    verdicts_free(&verify.verdicts);
    free(verify.unexpected);
    hashfile_free(&verify.expected);
    free(verify.chain);
    free(verify.environments);
    scenario_free(scenario);
    interrupt_obey();
    return code;
}
