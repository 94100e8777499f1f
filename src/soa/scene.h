/// @file scene.h
/// A scene as the library keeps it: every body about its centre of mass, with its mass and inertia.
#ifndef SHL_SCENE_H
#define SHL_SCENE_H

#include "soa/names.h"
#include <shoal/shoal.h>

typedef struct ShlVolume {
    ShoalVolumeDef def; // points into this struct
    ShoalWave *waves;
    ShoalSea sea;
    ShoalPlaneSampler sampler;
    ShoalRiver river;
    ShoalOcean ocean;
    ShoalOceanPatch *patches;
    ShoalOceanComponent *components; // of all patches
} ShlVolume;

typedef struct ShlBody {
    ShoalBodyDef def; // com 0, mass and inertia given, points into this struct
    char *name;
    ShoalShapeDef *shapes;
    double (*matrices)[36]; // one a shape, used where the shape has its own added mass
} ShlBody;

struct ShoalScene {
    double gravity[3], time, timestep;
    int has_ambient;
    ShoalMedium ambient;
    int volume_count, body_count;
    ShlVolume **volumes;
    ShlBody **bodies;
    ShlNames names; // of the bodies
};

#endif
