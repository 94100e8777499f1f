#include "io.h"

#include <math.h>
#include <string.h>

const char *const shl_body_types[] = {"dynamic", "kinematic", "static", NULL};
const char *const shl_shape_types[] = {"sphere", "box", "cylinder", "capsule", "mesh", "ellipsoid", "voxels", NULL};
const char *const shl_box_added_masses[] = {"dnv", "potential", NULL};
const char *const shl_mesh_algorithms[] = {"exact",         "fast",          "improved", "surface_fast",
                                           "surface_exact", "surface_waves", NULL};
const char *const shl_faces[] = {"whole", "standard", "fine", "3",  "4",  "5",  "6",  "7",  "8",
                                 "9",     "10",       "11",   "12", "13", "14", "15", "16", NULL};

void shl_voxel_force_fields(ShoalVoxelForces *f, ShlField out[SHL_VOXEL_FORCES_COUNT])
{
    const struct {
        const char *name;
        double *target;
    } numbers[SHL_VOXEL_FORCES_COUNT] = {{"heave_damping", &f->heave_damping},
                                         {"slam_coefficient", &f->slam_coefficient},
                                         {"linear_drag", &f->linear_drag},
                                         {"angular_drag", &f->angular_drag},
                                         {"minimum_linear_drag", &f->minimum_linear_drag},
                                         {"minimum_angular_drag", &f->minimum_angular_drag},
                                         {"surface_sample_spacing", &f->surface_sample_spacing}};
    for (int i = 0; i < SHL_VOXEL_FORCES_COUNT; ++i) {
        out[i] = (ShlField){.name = numbers[i].name, .kind = SHL_NUMBER, .target = numbers[i].target};
    }
}
const char *const shl_sea_types[] = {"pierson_moskowitz", "jonswap", NULL};
const char *const shl_sea_discretisations[] = {"equal_energy", "equal_step", "jittered_step", NULL};

int shl_word_find(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; ++i) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

const ShlField *shl_field_find(const ShlField *fields, int count, const char *name)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(fields[i].name, name) == 0 || (fields[i].alias && strcmp(fields[i].alias, name) == 0)) {
            return &fields[i];
        }
    }
    return NULL;
}

static double whole_most(const ShlField *field) { return field->count > 0 ? field->count : 0x1p53 - 1.0; }

bool shl_field_whole(const ShlField *field, double value)
{
    return value >= 0.0 && value <= whole_most(field) && value == rint(value);
}

void shl_field_accepted(const ShlField *field, ShlText *out)
{
    switch (field->kind) {
    case SHL_NUMBER: shl_text_add(out, "a number"); break;
    case SHL_NUMBERS: shl_text_add(out, "%d numbers", field->count); break;
    case SHL_SCALE: shl_text_add(out, "a number or 3 numbers"); break;
    case SHL_MATRIX: shl_text_add(out, "%d rows of %d numbers", field->count, field->count); break;
    case SHL_WHOLE: shl_text_add(out, "a whole number from 0 to %.0f", whole_most(field)); break;
    case SHL_FLAG: shl_text_add(out, "true or false"); break;
    case SHL_CHOICE:
        shl_text_add(out, "one of ");
        for (int i = 0; field->words[i]; ++i) {
            shl_text_add(out, "%s%s", i > 0 ? ", " : "", field->words[i]);
        }
        break;
    case SHL_OBJECT: shl_text_add(out, "an object"); break;
    case SHL_LIST: shl_text_add(out, "a list"); break;
    case SHL_TEXT:
    case SHL_PAST: shl_text_add(out, "a text"); break;
    }
}

void shl_field_names(const ShlField *fields, int count, ShlText *out)
{
    for (int i = 0; i < count; ++i) {
        shl_text_add(out, "%s%s", i > 0 ? ", " : "", fields[i].name);
    }
}
