// shoal info: what this program is made of and what this machine can run.
#include "json.h"
#include "options.h"
#include "tool.h"

#include <cjson/cJSON.h>
#include <omp.h>
#include <sleef.h>
#include <xxhash.h>

#include <stdio.h>

typedef struct Library {
    const char *name, *purpose;
    char version[32]; // "": not known
} Library;

static const ShoalIsa isas[] = {SHOAL_ISA_SCALAR, SHOAL_ISA_AVX2, SHOAL_ISA_AVX512, SHOAL_ISA_NEON};
#ifdef __clang__
static const char compiler[] = __VERSION__; // begins with its name
#else
static const char compiler[] = "GCC " __VERSION__;
#endif

static const char *state_of(ShoalIsa isa)
{
    return shoal_isa_here(isa) ? "here" : shoal_isa_built(isa) ? "built, not on this machine" : "not built";
}

/// What a batch takes by itself; SHOAL_ISA_BEST after a message.
static ShoalIsa find_best(void)
{
    ShoalScene *scene = NULL;
    ShoalBatch *batch = NULL;
    ShoalError err;
    ShoalIsa best = SHOAL_ISA_BEST;
    const ShoalBatchDef def = shoal_batch_def();
    if (shoal_scene_create(&scene, &err) == SHOAL_OK && shoal_batch_create(scene, &def, &batch, &err) == SHOAL_OK) {
        best = shoal_batch_isa(batch);
    } else {
        tool_fail_status(&err);
    }
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    return best;
}

static void print_text(ShoalIsa best, const Library *libraries, int count)
{
    printf("shoal %s\n", shoal_version());
    for (int i = 0; i < COUNT(isas); i++) {
        printf("  %-10s %s%s\n", shoal_isa_name(isas[i]), state_of(isas[i]),
               isas[i] == best ? ", taken by default" : "");
    }
    printf("  %-10s %d\n", "threads", omp_get_max_threads());
    printf("  %-10s %s\n", "compiler", compiler);
    for (int i = 0; i < count; i++) {
        printf("  %-10s %s%s%s\n", libraries[i].name, libraries[i].version, *libraries[i].version ? ", " : "",
               libraries[i].purpose);
    }
}

static void print_json(ShoalIsa best, const Library *libraries, int count)
{
    Json json = {.out = stdout};
    json_open(&json, '{');
    json_key(&json, "version");
    json_text(&json, shoal_version());
    json_key(&json, "isa");
    json_open(&json, '{');
    for (int i = 0; i < COUNT(isas); i++) {
        json_key(&json, shoal_isa_name(isas[i]));
        json_open(&json, '{');
        json_key(&json, "built");
        json_bool(&json, shoal_isa_built(isas[i]));
        json_key(&json, "here");
        json_bool(&json, shoal_isa_here(isas[i]));
        json_close(&json, '}');
    }
    json_close(&json, '}');
    json_key(&json, "best");
    json_text(&json, shoal_isa_name(best));
    json_key(&json, "threads");
    json_integer(&json, omp_get_max_threads());
    json_key(&json, "compiler");
    json_text(&json, compiler);
    json_key(&json, "libraries");
    json_open(&json, '{');
    for (int i = 0; i < count; i++) {
        json_key(&json, libraries[i].name);
        json_text(&json, *libraries[i].version ? libraries[i].version : NULL);
    }
    json_close(&json, '}');
    json_close(&json, '}');
    json_line(&json);
}

int info_command(int argc, char **argv)
{
    bool as_json = false;
    const Option options[] = {{"json", NULL, NULL, &as_json, "as one JSON object"}};
    const Usage usage = {
        .command = "info",
        .operands = "",
        .purpose =
            "Tells the version, which instruction sets are built and can run here, how many threads a step takes, and\n"
            "the libraries.",
        .example = "shoal info --json",
        .options = options,
        .option_count = COUNT(options),
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    Library libraries[] = {
        {"sleef", "vector mathematics", ""},
        {"xxhash", "digests", ""},
        {"openmp", "threads", ""},
        {"libxml2", "world files", ""},
        {"muparser", "expressions", ""},
        {"cjson", "cases", ""},
#if SHL_HAVE_HDF5
        {"hdf5", "recordings, currents", ""},
#endif
#ifdef SHL_HAVE_MPI
        {"mpi", "more than one process", ""},
#endif
    };
    const unsigned hash = XXH_versionNumber();
    snprintf(libraries[0].version, sizeof libraries->version, "%d.%d.%d", SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR,
             SLEEF_VERSION_PATCHLEVEL);
    snprintf(libraries[1].version, sizeof libraries->version, "%u.%u.%u", hash / 10000, hash / 100 % 100, hash % 100);
    snprintf(libraries[5].version, sizeof libraries->version, "%s", cJSON_Version());
    const ShoalIsa best = find_best();
    if (best == SHOAL_ISA_BEST) {
        return TOOL_OTHER;
    }
    (as_json ? print_json : print_text)(best, libraries, COUNT(libraries));
    return TOOL_OK;
}
