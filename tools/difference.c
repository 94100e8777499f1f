#include "difference.h"
#include "tool.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct Pair {
    ShoalBatch *batch[2];
    int first[2]; // environment of each batch's first
} Pair;

static bool same_number(double x, double y) { return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y)); }

uint64_t difference_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void difference_print_value(FILE *out, double value)
{
    fprintf(out, "%.17g (%a, 0x%016" PRIx64 ")", value, value, difference_bits(value));
}

static double *at(const ShoalView *view, int environment, int body, int component)
{
    return view->data + environment * view->stride[0] + body * view->stride[1] + component * view->stride[2];
}

/// Prints the first value of an environment that differs.
static ShoalStatus print_environment(FILE *out, const Pair *pair, int environment, ShoalError *err)
{
    const int here = environment - pair->first[0], there = environment - pair->first[1];
    ShoalView view[2][SHOAL_MOMENT + 1];
    for (int i = 0; i < 2; i++) {
        for (int f = 0; f <= SHOAL_MOMENT; f++) {
            const ShoalStatus status = shoal_batch_field(pair->batch[i], (ShoalField)f, &view[i][f], err);
            if (status != SHOAL_OK) {
                return status;
            }
        }
    }
    for (int b = 0; b < shoal_batch_bodies(pair->batch[0]); b++) {
        for (int f = 0; f <= SHOAL_MOMENT; f++) {
            for (int k = 0; k < view[0][f].shape[2]; k++) {
                const double x = *at(&view[0][f], here, b, k), y = *at(&view[1][f], there, b, k);
                if (!same_number(x, y)) {
                    const char *component = view[0][f].shape[2] == 4 ? "wxyz" : "xyz";
                    fprintf(out, "body '%s', %s %c:\n    reference ", shoal_batch_body_name(pair->batch[0], b),
                            shoal_field_name((ShoalField)f), component[k]);
                    difference_print_value(out, x);
                    fputs("\n    here      ", out);
                    difference_print_value(out, y);
                    fputc('\n', out);
                    return SHOAL_OK;
                }
            }
        }
    }
    fputs("in its digest alone: every number is the same\n", out);
    return SHOAL_OK;
}

/// The first environment of both whose digests differ, or -1.
static ShoalStatus compare(const Pair *pair, int *environment, ShoalError *err)
{
    const int first = pair->first[0] > pair->first[1] ? pair->first[0] : pair->first[1];
    ShoalStatus status = SHOAL_OK;
    *environment = -1;
    for (int e = first; status == SHOAL_OK; e++) {
        ShoalDigest digest[2];
        for (int i = 0; i < 2 && status == SHOAL_OK; i++) {
            if (e - pair->first[i] >= shoal_batch_environments(pair->batch[i])) {
                return SHOAL_OK;
            }
            status = shoal_batch_environment_hash(pair->batch[i], e - pair->first[i], &digest[i], err);
        }
        if (status == SHOAL_OK && (digest[0].high != digest[1].high || digest[0].low != digest[1].low)) {
            *environment = e;
            return SHOAL_OK;
        }
    }
    return status;
}

static ShoalStatus step_and_compare(FILE *out, const Scenario *scenario, const Pair *pair, ShoalError *err)
{
    for (int64_t step = 1; step <= scenario->steps; step++) {
        int environment;
        ShoalStatus status = shoal_batch_step(pair->batch[0], scenario->dt, 1, err);
        status = status == SHOAL_OK ? shoal_batch_step(pair->batch[1], scenario->dt, 1, err) : status;
        status = status == SHOAL_OK ? compare(pair, &environment, err) : status;
        if (status != SHOAL_OK) {
            return status;
        }
        if (environment >= 0) {
            fprintf(out, "    first at step %" PRId64 ", environment %d, ", step, environment);
            return print_environment(out, pair, environment, err);
        }
    }
    fputs("    it did not happen again when both ran side by side\n", out);
    return SHOAL_OK;
}

ShoalStatus difference_find(FILE *out, const Scenario *scenario, Part a, Part b, ShoalError *err)
{
    Pair pair = {.first = {a.first, b.first}};
    ShoalStatus status = scenario_batch(scenario, a, &pair.batch[0], err);
    status = status == SHOAL_OK ? scenario_batch(scenario, b, &pair.batch[1], err) : status;
    status = status == SHOAL_OK ? step_and_compare(out, scenario, &pair, err) : status;
    shoal_batch_destroy(pair.batch[0]);
    shoal_batch_destroy(pair.batch[1]);
    return status;
}
