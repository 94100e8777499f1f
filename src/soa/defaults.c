// The values that defs start from. Sources: docs/physics.md, "Fluids".
#include <shoal/shoal.h>

#include <math.h>

ShoalMedium shoal_medium_water(void) { return (ShoalMedium){.density = 998.2, .viscosity = 1.002e-3}; }

ShoalMedium shoal_medium_seawater(void) { return (ShoalMedium){.density = 1026.021, .viscosity = 1.21923e-3}; }

ShoalMedium shoal_medium_air(void) { return (ShoalMedium){.density = 1.204, .viscosity = 1.825e-5}; }

ShoalVolumeDef shoal_volume_def(void)
{
    return (ShoalVolumeDef){.medium = shoal_medium_water(),
                            .bottom_height = -INFINITY,
                            .min = {-INFINITY, -INFINITY},
                            .max = {INFINITY, INFINITY},
                            .wave_radiation = 1.0,
                            .current_place = {.scale = 1.0}};
}

ShoalCoefficients shoal_coefficients(void)
{
    return (ShoalCoefficients){
        .enabled = 1, .buoyancy = 1, .drag = -1.0, .skin_friction = 0.005, .magnus_lift = 0.5, .added_mass = 1.0};
}

ShoalVoxelForces shoal_voxel_forces(void)
{
    return (ShoalVoxelForces){.heave_damping = 3000.0,
                              .slam_coefficient = 1.0,
                              .linear_drag = 1.0,
                              .angular_drag = 1.0,
                              .minimum_linear_drag = 0.02,
                              .minimum_angular_drag = 0.02,
                              .surface_sample_spacing = 0.5};
}

ShoalShapeDef shoal_shape_def(ShoalShapeType type)
{
    return (ShoalShapeDef){.type = type,
                           .offset_quaternion = {1.0, 0.0, 0.0, 0.0},
                           .voxel = shoal_voxel_forces(),
                           .coefficients = shoal_coefficients(),
                           .faces = SHOAL_FACES_DEFAULT};
}

ShoalBodyDef shoal_body_def(void) { return (ShoalBodyDef){.quaternion = {1.0, 0.0, 0.0, 0.0}}; }

ShoalBatchDef shoal_batch_def(void) { return (ShoalBatchDef){.environments = 1, .faces = SHOAL_FACES_STANDARD}; }
