#include "soa/check.h"
#include "soa/current.h"
#include "soa/fail.h"

#include <math.h>
#include <stdio.h>

ShoalRiver shoal_river(void)
{
    return (ShoalRiver){.direction = {1.0, 0.0}, .across = 2.0, .over_depth = 1.0 / 7.0, .downhill = 1.0};
}

ShoalStatus shl_check_river(ShoalError *err, const char *what, const ShoalRiver *river)
{
    char text[128];
    snprintf(text, sizeof text, "%s: river origin", what);
    ShoalStatus status = shl_check_finite(err, text, river->origin, 2);
    const double *d = river->direction, length = sqrt(d[0] * d[0] + d[1] * d[1]);
    if (status == SHOAL_OK && !(length > 1e-150 && isfinite(length))) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: river direction is (%g, %g), and must be neither zero nor too short or long to make unit",
                        what, d[0], d[1]);
    }
    const struct {
        const char *name, *unit;
        double value;
        int above; // 0, not at least
    } numbers[] = {{"slope", "", river->slope, 0},           {"width", "m", river->width, 1},
                   {"depth", "m", river->depth, 1},          {"across", "", river->across, 0},
                   {"over_depth", "", river->over_depth, 0}, {"downhill", "", river->downhill, 0}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers && status == SHOAL_OK; k++) {
        snprintf(text, sizeof text, "%s: river %s", what, numbers[k].name);
        status = (numbers[k].above ? shl_check_above : shl_check_at_least)(err, text, numbers[k].value, 0.0,
                                                                           numbers[k].unit);
    }
    if (status == SHOAL_OK && river->slope > 1e100) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: river slope is %g, and must be at most 1e100", what,
                        river->slope);
    }
    if (status == SHOAL_OK && river->downhill > 1.0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: river downhill is %g, and must be from 0 to 1", what,
                        river->downhill);
    }
    snprintf(text, sizeof text, "%s: river speed", what);
    return status == SHOAL_OK ? shl_check_finite(err, text, &river->speed, 1) : status;
}
