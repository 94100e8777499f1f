#include "io.h"

#include <stdlib.h>
#include <string.h>

bool shl_shapes_add(ShlShapes *shapes, const ShoalShapeDef *def)
{
    if (!shl_grow((void **)&shapes->defs, &shapes->def_capacity, shapes->count, sizeof *shapes->defs) ||
        !shl_grow((void **)&shapes->matrices, &shapes->matrix_capacity, shapes->count, sizeof *shapes->matrices)) {
        return false;
    }
    shapes->defs[shapes->count] = *def;
    if (def->added_mass_matrix) {
        memcpy(shapes->matrices[shapes->count], def->added_mass_matrix, sizeof *shapes->matrices);
    }
    shoal_mesh_retain(def->mesh);
    shoal_voxels_retain(def->voxels);
    ++shapes->count;
    return true;
}

const ShoalShapeDef *shl_shapes_get(ShlShapes *shapes)
{
    for (int i = 0; i < shapes->count; ++i) {
        if (shapes->defs[i].added_mass_matrix) {
            shapes->defs[i].added_mass_matrix = shapes->matrices[i];
        }
    }
    return shapes->defs;
}

void shl_shapes_free(ShlShapes *shapes)
{
    for (int i = 0; i < shapes->count; ++i) {
        shoal_mesh_destroy(shapes->defs[i].mesh);
        shoal_voxels_destroy(shapes->defs[i].voxels);
    }
    free(shapes->defs);
    free(shapes->matrices);
    *shapes = (ShlShapes){0};
}

bool shl_waves_add(ShlWaves *waves, const ShoalWave *wave)
{
    if (!shl_grow((void **)&waves->items, &waves->capacity, waves->count, sizeof *waves->items)) {
        return false;
    }
    waves->items[waves->count++] = *wave;
    return true;
}

void shl_waves_free(ShlWaves *waves)
{
    free(waves->items);
    *waves = (ShlWaves){0};
}
