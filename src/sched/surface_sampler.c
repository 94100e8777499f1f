// A volume's surface and the velocity of its water over points, each found from the point alone.
#include "sched/water.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <math.h>

struct ShoalSurfaceSampler {
    ShlWater water;
};

static const char *const what = "surface sampler";

ShoalStatus shoal_surface_sampler_create(ShoalBatch *batch, int volume, ShoalSurfaceSampler **out, ShoalError *err)
{
    ShoalSurfaceSampler *sampler = shl_allocate(batch, 1, sizeof *sampler);
    if (!sampler) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a surface sampler");
    }
    const ShoalStatus status = shl_water_make(&sampler->water, batch, volume, what, err);
    if (status != SHOAL_OK) {
        shl_release(batch, sampler);
        return status;
    }
    *out = sampler;
    return SHOAL_OK;
}

void shoal_surface_sampler_destroy(ShoalSurfaceSampler *sampler)
{
    if (sampler) {
        ShoalBatch *batch = sampler->water.batch;
        shl_water_free(&sampler->water);
        shl_release(batch, sampler);
    }
}

static ShoalStatus sample(ShoalSurfaceSampler *sampler, int environment, double time, int64_t count,
                          const double (*points)[2], double *height, double *rise_rate, double (*velocity)[3],
                          ShoalError *err)
{
    if (count < 0 || (count > 0 && !points)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: count is %lld with points %s", what, (long long)count,
                        points ? "given" : "NULL");
    }
    for (int64_t i = 0; i < count; i++) {
        if (!isfinite(points[i][0]) || !isfinite(points[i][1])) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: point %lld is (%g, %g), and must be finite", what,
                            (long long)i, points[i][0], points[i][1]);
        }
    }
    const ShoalStatus status = shl_water_when(&sampler->water, environment, time, what, err);
    if (status != SHOAL_OK) {
        return status;
    }
    for (int64_t i = 0; i < count; i += SHL_ROWS) {
        const int some = count - i < SHL_ROWS ? (int)(count - i) : SHL_ROWS;
        double x[SHL_ROWS], y[SHL_ROWS], eta[SHL_ROWS], v[3][SHL_ROWS];
        for (int p = 0; p < some; p++) {
            x[p] = points[i + p][0];
            y[p] = points[i + p][1];
        }
        shl_water_at(&sampler->water, some, x, y, eta, (double *[3]){v[0], v[1], v[2]});
        for (int p = 0; p < some; p++) {
            if (height) {
                height[i + p] = eta[p];
            }
            if (rise_rate) {
                rise_rate[i + p] = v[2][p];
            }
            for (int c = 0; velocity && c < 3; c++) {
                velocity[i + p][c] = v[c][p];
            }
        }
    }
    return SHOAL_OK;
}

ShoalStatus shoal_surface_sampler_sample(ShoalSurfaceSampler *sampler, int environment, double time, int64_t count,
                                         const double (*points)[2], double *height, double *rise_rate,
                                         double (*velocity)[3], ShoalError *err)
{
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = sample(sampler, environment, time, count, points, height, rise_rate, velocity, err);
    shl_fpu_leave(before);
    return status;
}
