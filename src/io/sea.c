#include "io.h"

void shl_sea_fields(ShlSea *sea, ShlField out[SHL_SEA_FIELDS])
{
    *sea = (ShlSea){.def = shoal_sea_def()};
    ShoalSea *def = &sea->def;
    sea->type = (int)def->type;
    sea->discretisation = (int)def->discretisation;
    sea->components = def->components;
    const ShlField fields[SHL_SEA_FIELDS] = {
        {.name = "type", .kind = SHL_CHOICE, .target = &sea->type, .words = shl_sea_types},
        {.name = "significant_height", .kind = SHL_NUMBER, .target = &def->significant_height, .required = true},
        {.name = "peak_period", .kind = SHL_NUMBER, .target = &def->peak_period, .required = true},
        {.name = "gamma", .kind = SHL_NUMBER, .target = &def->gamma},
        {.name = "direction", .kind = SHL_NUMBERS, .target = def->direction, .count = 2},
        {.name = "spreading", .kind = SHL_NUMBER, .target = &def->spreading, .endless = true},
        {.name = "components", .kind = SHL_WHOLE, .target = &sea->components, .count = SHOAL_SEA_COMPONENTS_MAX},
        {.name = "discretisation",
         .kind = SHL_CHOICE,
         .target = &sea->discretisation,
         .words = shl_sea_discretisations},
        {.name = "cut_off", .kind = SHL_NUMBER, .target = &def->cut_off, .endless = true},
        {.name = "seed", .kind = SHL_WHOLE, .target = &sea->seed},
    };
    for (int k = 0; k < SHL_SEA_FIELDS; ++k) {
        out[k] = fields[k];
    }
}

void shl_sea_finish(ShlSea *sea)
{
    sea->def.type = (ShoalSeaType)sea->type;
    sea->def.discretisation = (ShoalSeaDiscretisation)sea->discretisation;
    sea->def.components = (int)sea->components;
    sea->def.seed = (uint64_t)sea->seed;
}
