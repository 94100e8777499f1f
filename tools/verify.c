// shoal verify: the same bits from every number of threads, instruction set and size of batch, and from other days.
#include "difference.h"
#include "hashfile.h"
#include "interrupt.h"
#include "progress.h"
#include "scenario.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Verify {
    Scenario scenario;
    OptionList threads, isas;
    int splits; // 0: two where there are two environments
    bool each_environment;
    const char *against, *hash_file;

    HashFile expected;
    Output hashes;
    ShoalDigest *chain;        // of the first combination: after each step
    ShoalDigest *environments; // and of its environments, at last at the end
    Part first, last;
    int combinations, compared, different;
    Progress progress;
    int64_t done;
    double began;
} Verify;

static bool same(ShoalDigest a, ShoalDigest b) { return a.high == b.high && a.low == b.low; }

static void part_name(Part part, char out[64])
{
    snprintf(out, 64, "%s, %d thread%s", shoal_isa_name(part.isa), part.threads, part.threads == 1 ? "" : "s");
}

static void print_row(const char *name, const char *hash, const char *verdict)
{
    printf("  %-28s %-32s  %s\n", name, hash, verdict);
}

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
            char want[33], got[33], where[32] = "";
            shoal_digest_text(line->digest, want);
            shoal_digest_text(found, got);
            if (line->environment >= 0) {
                snprintf(where, sizeof where, ", environment %d", line->environment);
            }
            printf("  %s:%zu: different, first at step %" PRId64 "%s: the file has %s, this run %s\n", verify->against,
                   *next + 2, step, where, want, got);
            verify->different++;
            return TOOL_DIFFERS;
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
    if (verify->against && verify->different == 0) {
        const int code = compare_expected(verify, batch, step, next);
        return code == OPTIONS_GO_ON || code == TOOL_DIFFERS ? TOOL_OK : code;
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

static int show_difference(Verify *verify, const char *name, const char *hash, int64_t step, Part part)
{
    char verdict[64];
    snprintf(verdict, sizeof verdict, "different at step %" PRId64, step);
    print_row(name, hash, verdict);
    verify->different++;
    ShoalError err;
    return difference_find(stdout, &verify->scenario, verify->first, part, &err) == SHOAL_OK ? TOOL_OK
                                                                                             : tool_fail_status(&err);
}

static int run_combination(Verify *verify, Part part)
{
    ShoalBatch *batch;
    ShoalError err;
    if (scenario_batch(&verify->scenario, part, &batch, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    const bool is_first = verify->combinations++ == 0;
    int64_t step = -1;
    const int code = is_first ? run_first(verify, batch) : run_other(verify, batch, &step);
    ShoalDigest digest = {0};
    shoal_batch_hash(batch, &digest, &err);
    shoal_batch_destroy(batch);
    progress_end(&verify->progress);
    if (code != TOOL_OK || interrupt_asked()) {
        return code;
    }
    char name[64], hash[33];
    part_name(part, name);
    shoal_digest_text(digest, hash);
    if (is_first) {
        verify->first = part;
    }
    verify->last = part;
    if (step >= 0) {
        return show_difference(verify, name, hash, step, part);
    }
    print_row(name, hash, is_first ? "reference" : "same");
    return TOOL_OK;
}

static int run_combinations(Verify *verify)
{
    int code = TOOL_OK;
    for (int i = 0; i < verify->isas.count && code == TOOL_OK; i++) {
        const ShoalIsa isa = (ShoalIsa)verify->isas.value[i];
        if (!shoal_isa_here(isa)) {
            printf("  skipped: %s: %s\n", shoal_isa_name(isa),
                   shoal_isa_built(isa) ? "not on this machine" : "not in this build");
            continue;
        }
        for (int t = 0; t < verify->threads.count && code == TOOL_OK && !interrupt_asked(); t++) {
            const Part part = {0, verify->scenario.environments, verify->threads.value[t], isa};
            code = run_combination(verify, part);
        }
    }
    if (code == TOOL_OK && verify->combinations == 0) {
        return tool_fail(TOOL_OTHER, "none of these instruction sets can run here (shoal info lists those that can)");
    }
    return code;
}

/// The environments as several batches, which must end as they did in one.
static int run_splits(Verify *verify)
{
    const Scenario *scenario = &verify->scenario;
    const int splits = verify->splits;
    char name[64], label[96];
    part_name(verify->last, name);
    snprintf(label, sizeof label, "%s, %d batches", name, splits);
    for (int i = 0; i < splits && !interrupt_asked(); i++) {
        Part part = verify->last;
        part.first = (int)((int64_t)scenario->environments * i / splits);
        part.count = (int)((int64_t)scenario->environments * (i + 1) / splits) - part.first;
        ShoalBatch *batch;
        ShoalError err;
        ShoalStatus status = scenario_batch(scenario, part, &batch, &err);
        if (status != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        for (int64_t step = 0; step < scenario->steps && status == SHOAL_OK && !interrupt_asked(); step++) {
            status = shoal_batch_step(batch, scenario->dt, 1, &err);
        }
        bool equal = true;
        for (int e = 0; e < part.count && status == SHOAL_OK && equal; e++) {
            ShoalDigest digest;
            status = shoal_batch_environment_hash(batch, e, &digest, &err);
            equal = status != SHOAL_OK || same(digest, verify->environments[part.first + e]);
        }
        shoal_batch_destroy(batch);
        if (status != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        if (!equal && !interrupt_asked()) {
            verify->different++;
            print_row(label, "", "different");
            return difference_find(stdout, scenario, verify->first, part, &err) == SHOAL_OK ? TOOL_OK
                                                                                            : tool_fail_status(&err);
        }
    }
    print_row(label, "(by environment)", "same");
    return TOOL_OK;
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
    verify->progress = progress_begin(false, scenario->steps * isas * verify->threads.count,
                                      (double)scenario->environments * shoal_scene_body_count(scenario->scene));
    return TOOL_OK;
}

static int report_expected(const Verify *verify)
{
    if (verify->against && verify->compared == 0) {
        return tool_fail(TOOL_FILE, "%s: has no line for steps 0 to %" PRId64 ", so nothing was compared",
                         verify->against, verify->scenario.steps);
    }
    if (verify->against && verify->different == 0) {
        printf("  %s: same in %d of its %zu lines\n", verify->against, verify->compared, verify->expected.count);
    }
    return TOOL_OK;
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
    if (code == TOOL_OK && verify->splits > 1 && !interrupt_asked()) {
        code = run_splits(verify);
    }
    if (interrupt_asked()) {
        return TOOL_OTHER;
    }
    code = code == TOOL_OK ? report_expected(verify) : code;
    if (code == TOOL_OK && verify->different == 0 && verify->hashes.file) {
        code = output_close(&verify->hashes);
    }
    if (code == TOOL_OK) {
        puts(verify->different ? "different" : "same");
    }
    return code == TOOL_OK && verify->different ? TOOL_DIFFERS : code;
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
         "also run the environments as this many batches\n(default 2 where there are two; 1: do not)"},
        {"against", "HASHFILE", &option_text, &verify.against, "compare the first combination with a hash file"},
        {"hash-file", "OUT", &option_text, &verify.hash_file,
         "write the digest after every step, where all are the same"},
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
            "Runs a world or a case with every number of threads on every instruction set of this machine, compares "
            "the\n"
            "digests after each step, and exits with 1 where they differ, naming the first step, environment, body\n"
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
    hashfile_free(&verify.expected);
    free(verify.chain);
    free(verify.environments);
    scenario_free(scenario);
    interrupt_obey();
    return code;
}
