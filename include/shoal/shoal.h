/// @file shoal.h
/// Shoal: what water and air do to thousands of rigid bodies at once, and their motion.
///
/// SI units, double precision. The world frame has z up; a surface is a height over the horizontal plane, whatever
/// gravity is. Quaternions are w x y z and turn body axes into world axes. Every wrench and every 6 x 6 is in the world
/// frame about the body's centre of mass, ordered (force, moment) and (linear, angular). The forces are those of RaiSim's
/// "Dynamics of Fluid Forces"; docs/physics.md shows each equation beside the file that computes it.
///
/// Use: describe one environment in a scene, make a batch of N environments of it, then step it:
///
///     ShoalScene *scene;   shoal_scene_create(&scene, NULL);
///     ...                  shoal_scene_add_volume(), shoal_scene_add_body()
///     ShoalBatchDef def = shoal_batch_def();
///     ShoalBatch *batch;   shoal_batch_create(scene, &def, &batch, &err);
///     ...                  shoal_batch_step(batch, 0.002, 500, &err);
///     ShoalView position;  shoal_batch_field(batch, SHOAL_POSITION, &position, &err);
///
/// Nothing here aborts, prints or keeps global state. Every call that can fail returns a status and, where `err` is not
/// NULL, writes a sentence there that names the argument, the value found and what is accepted. Nothing is written when a
/// call fails. One call at a time per batch; different batches may be used from different threads.
#ifndef SHOAL_SHOAL_H
#define SHOAL_SHOAL_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define SHOAL_API
#elif defined(SHOAL_BUILDING)
#define SHOAL_API __attribute__((visibility("default")))
#else
#define SHOAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// @name Status and errors
/// @{

/// Values keep their numbers for good.
typedef enum ShoalStatus {
    SHOAL_OK = 0,
    SHOAL_ERR_ARGUMENT = 1,    ///< an argument is out of range or not finite; the message names it
    SHOAL_ERR_MEMORY = 2,      ///< the allocator returned NULL
    SHOAL_ERR_FILE = 3,        ///< a file cannot be opened, read or written
    SHOAL_ERR_FORMAT = 4,      ///< a file does not parse or holds what is not accepted; the message names file and line
    SHOAL_ERR_UNSUPPORTED = 5, ///< this machine or build lacks something, such as an instruction set
} ShoalStatus;

typedef struct ShoalError {
    ShoalStatus status;
    char message[1020]; ///< one sentence, always terminated
} ShoalError;

/// @return the library's version, such as "0.1.0"
SHOAL_API const char *shoal_version(void);
/// @return the name of a status, such as "argument"
SHOAL_API const char *shoal_status_name(ShoalStatus status);

/// Where a batch takes its memory. All members NULL: the C library's allocator.
typedef struct ShoalAllocator {
    void *(*allocate)(void *user, size_t bytes, size_t alignment); ///< NULL on failure
    void (*release)(void *user, void *memory);                     ///< accepts NULL
    void *user;
} ShoalAllocator;

/// @}
/// @name Fluids
/// @{

/// A fluid. Start from shoal_medium_water(), _seawater() or _air(), then change fields.
typedef struct ShoalMedium {
    double density;     ///< kg/m^3, at least 0
    double viscosity;   ///< dynamic, Pa s, at least 0; 0 is an inviscid fluid (a sphere's C_D is then 0.47)
    double velocity[3]; ///< current or wind, m/s, world frame
} ShoalMedium;

SHOAL_API ShoalMedium shoal_medium_water(void);    ///< fresh water at 20 C: 998.2 kg/m^3, 1.002e-3 Pa s
SHOAL_API ShoalMedium shoal_medium_seawater(void); ///< at 15 C, 35.165 g/kg: 1026.021 kg/m^3, 1.21923e-3 Pa s
SHOAL_API ShoalMedium shoal_medium_air(void);      ///< dry, 20 C, 101325 Pa: 1.204 kg/m^3, 1.825e-5 Pa s

/// A linear wave on deep water:  eta = amplitude cos(k d.x - Omega t + phase),  k = 2 pi/wavelength,  Omega = sqrt(g k).
typedef struct ShoalWave {
    double direction[2]; ///< horizontal, made unit; not zero
    double wavelength;   ///< m, above 0
    double amplitude;    ///< m, at least 0
    double phase;        ///< rad
} ShoalWave;

typedef enum ShoalSeaType {
    SHOAL_SEA_PIERSON_MOSKOWITZ = 0, ///< a fully developed sea
    SHOAL_SEA_JONSWAP = 1,           ///< with a peak raised by gamma; gamma 1 is the former
} ShoalSeaType;

/// Which frequencies stand for a spectrum (docs/seas.md).
typedef enum ShoalSeaDiscretisation {
    SHOAL_SEA_EQUAL_ENERGY = 0,  ///< all components have the same amplitude; never repeats
    SHOAL_SEA_EQUAL_STEP = 1,    ///< multiples of one step of frequency; repeats after 2 pi/step
    SHOAL_SEA_JITTERED_STEP = 2, ///< each anywhere within its step; never repeats
} ShoalSeaDiscretisation;

enum { SHOAL_SEA_COMPONENTS_MAX = 65536 };

/// An irregular sea: a wave spectrum as a sum of linear waves whose phases, directions and jitter are drawn from a seed.
/// Component j depends on this struct, j and the world's gravity alone. Start from shoal_sea_def().
typedef struct ShoalSea {
    ShoalSeaType type;
    double significant_height; ///< Hs = 4 sqrt(sum a^2/2), m, at least 0
    double peak_period;        ///< Tp, s, 1e-3 to 1e4
    double gamma;              ///< (jonswap) 1 to 20
    double direction[2];       ///< mean, horizontal, made unit; not zero
    double spreading;          ///< s of cos^2s(theta/2) about it, 0 to 1e6; 0: from everywhere; INFINITY: long-crested
    int components;            ///< 1 to SHOAL_SEA_COMPONENTS_MAX
    ShoalSeaDiscretisation discretisation;
    double cut_off; ///< highest frequency over the peak's, above 1; up to 100, or INFINITY with equal energy
    uint64_t seed;  ///< at most 2^53 - 1
} ShoalSea;

/// JONSWAP with gamma 3.3 along x, long-crested, 64 components of equal energy up to 3 peak frequencies, seed 0; no height
/// or period yet.
SHOAL_API ShoalSea shoal_sea_def(void);

/// What the components of a sea add up to.
typedef struct ShoalSeaReport {
    double energy;        ///< sum a^2/2, m^2: Hs^2/16
    double mean_period;   ///< T1 = 2 pi m0/m1, s, m_n = sum Omega^n a^2/2
    double zero_period;   ///< Tz = 2 pi sqrt(m0/m2), s: mean time between upward crossings of the mean level
    double repeat_period; ///< s; INFINITY: never
    double wavelength_low, wavelength_high; ///< m
    double steepness;                       ///< largest k a; linear waves are good for small ones, below some 0.1
} ShoalSeaReport;

/// The components of a sea in a world of the given gravity (m/s^2, its size, at least 1e-6): wavelength = 2 pi g/Omega^2.
/// A volume with the sea is the same to the last bit as one with these waves.
/// @param out     place for sea->components waves, or NULL
/// @param report  place, or NULL
SHOAL_API ShoalStatus shoal_sea_waves(const ShoalSea *sea, double gravity, ShoalWave *out, ShoalSeaReport *report,
                                      ShoalError *err);

/// A surface that is one plane everywhere, with one velocity and acceleration of the liquid under it.
/// height(x, y) = surface_height + slope . (x, y)
typedef struct ShoalPlaneSampler {
    double surface_height;  ///< m, at x = y = 0
    double slope[2];        ///< dz/dx, dz/dy
    double normal[3];       ///< of the surface, made unit, upward; all 0: (-slope, 1)
    double velocity[3];     ///< of the liquid, m/s; takes the place of the medium's
    double acceleration[3]; ///< of the liquid as it moves, m/s^2
} ShoalPlaneSampler;

/// A current on a regular grid, shared by all volumes that have it, under a flat surface.
typedef struct ShoalCurrent ShoalCurrent;

enum { SHOAL_CURRENT_POINTS_MAX = 100000000 }; ///< times included; 24 bytes of memory each

/// Velocities of the liquid at the points of a grid. Between them they are linear in x, y, z (bi- or trilinear) and in time;
/// beyond its edges, the first and the last time they are held. The liquid's acceleration is Dv/Dt of the same interpolant.
/// Everything that it points to is borrowed for the call. Start from shoal_current_def().
typedef struct ShoalCurrentDef {
    int64_t count[3]; ///< of points along x, y, z, at least 1; 1: the same everywhere along that axis
    double first[3],
        last[3];         ///< coordinates of the first and the last point, m; last above first where count is above 1
    int64_t time_count;  ///< at least 1; 1: steady
    const double *times; ///< increasing, s; NULL where time_count is 1
    double period;       ///< 0, or s and above the last time less the first: then the first comes again after the last
    const double *velocity; ///< [time][z][y][x][3], m/s
    const char *file;       ///< that they came from, kept for who writes the scene; or NULL
} ShoalCurrentDef;

SHOAL_API ShoalCurrentDef shoal_current_def(void); ///< one point at the origin, steady, no velocities yet

/// @return SHOAL_ERR_ARGUMENT where a number is not finite or the grid is none: the message says where
SHOAL_API ShoalStatus shoal_current_create(const ShoalCurrentDef *def, ShoalCurrent **out, ShoalError *err);
SHOAL_API void shoal_current_retain(ShoalCurrent *current);  ///< one more owner
SHOAL_API void shoal_current_destroy(ShoalCurrent *current); ///< one owner less; scenes and batches keep their own;
                                                             ///< accepts NULL
SHOAL_API ShoalCurrentDef shoal_current_grid(const ShoalCurrent *current); ///< what it holds; valid as long as it

/// Where a volume has its current, so that one grid serves environments that differ.
typedef struct ShoalCurrentPlace {
    double scale;     ///< of the velocities
    double heading;   ///< rad, turns the grid and its velocities about the vertical through its x = y = 0
    double offset[2]; ///< m, then moves it
    double time;      ///< s, of the grid when the world's is 0
} ShoalCurrentPlace;

/// A straight river of rectangular section, surface and bed falling alike, in steady flow along them:
///
///     u = speed (1 - |2 y/width|^across) (h/depth)^over_depth
///
/// y from the middle line, h above the bed. Discharge: speed width depth across/(across + 1)/(over_depth + 1).
/// The usual powers are 2 across (a parabola) and 1/7 over the depth (Nikuradse; Prandtl's law of the wall).
/// The surface is at the volume's surface_height on the line across the river through `origin`. Beyond the banks and under
/// the bed the volume holds nothing. Start from shoal_river().
typedef struct ShoalRiver {
    double origin[2];    ///< a point of the middle line, m
    double direction[2]; ///< downstream, horizontal, made unit; not zero
    double slope;        ///< fall over horizontal distance, at least 0
    double width, depth; ///< m, above 0
    double speed;        ///< on the surface at mid stream, m/s
    double across;       ///< at least 0; 0: the same from bank to bank
    double over_depth;   ///< at least 0; 0: the same from bed to surface
    /// 0 to 1, how much of gravity along the slope a body feels. 1: the water's pressure alone holds it up, along the normal
    /// of the surface, so that it slides downhill as a boat does, faster than the water. 0: the turbulent stresses that
    /// hold the water back also act on it, as on what is small beside the eddies.
    double downhill;
} ShoalRiver;

SHOAL_API ShoalRiver shoal_river(void); ///< along x, level, no width, depth or speed yet; 2, 1/7, downhill 1

/// One wave of a patch:  amplitude cos(k.x - Omega t + phase),  k = 2 pi/side (m, n).
typedef struct ShoalOceanComponent {
    int m, n;         ///< within points/2 - 1 either way, not both 0
    double amplitude; ///< m, at least 0
    double phase;     ///< rad
} ShoalOceanComponent;

/// A square of sea that repeats in x and y. It holds the waves whose k lies in its band; the bands of an ocean's patches
/// follow one another, the longest waves first.
typedef struct ShoalOceanPatch {
    double side;  ///< m, above 0
    int points;   ///< along a side: a power of two, SHOAL_OCEAN_POINTS_MIN to SHOAL_OCEAN_POINTS_MAX
    double k_min; ///< rad/m, included; 0: where the patch before ends
    double k_max; ///< rad/m, not included, at most 2 pi/side (points/2 - 1); 0: 2 pi/side points/4, four points a wave
    const ShoalOceanComponent *components; ///< take the place of the spectrum's waves; NULL: none
    int component_count;
} ShoalOceanPatch;

enum {
    SHOAL_OCEAN_POINTS_MIN = 8,
    SHOAL_OCEAN_POINTS_MAX = 1024, ///< a point takes 64 bytes for each time at which environments stand
    SHOAL_OCEAN_PATCHES_MAX = 8
};

/// A sea of many thousand waves, transformed from its spectrum (JONSWAP, DNV-RP-C205). Start from shoal_ocean_def().
/// Amplitudes are normal and depend on seed, patch and wave alone; the waves' lengths stay where gravity changes.
typedef struct ShoalOcean {
    double significant_height; ///< Hs, m, at least 0: the surface's variance is Hs^2/16 in the patches' bands
    double peak_period;        ///< Tp, s, above 0
    double gamma;              ///< 1 (Pierson-Moskowitz) to 20
    double direction[2];       ///< main direction, horizontal, made unit; not zero
    double spreading;          ///< s of cos^2s of half the angle from the main direction, at least 0
    double choppiness; ///< lambda, at least 0: the scale of the surface's sideways displacement; 0: heights alone
    double repeat;     ///< s, after which the sea is the same again: frequencies are whole multiples; 0: never
    int exact_height;  ///< 1: this sea has the variance Hs^2/16; 0: seas of many seeds have it on average
    uint64_t seed;     ///< at most 2^53 - 1
    const ShoalOceanPatch *patches; ///< at most SHOAL_OCEAN_PATCHES_MAX
    int patch_count;                ///< 0: two of 128 points, of 8 and 1.29 peak wavelengths a side
} ShoalOcean;

/// @return Hs 1 m, Tp 5 s, gamma 3.3, along x, spreading 8, choppiness 1, no repeat, seed 0, the usual patches
SHOAL_API ShoalOcean shoal_ocean_def(void);

/// A volume of liquid under a free surface. Start from shoal_volume_def(). At most one of waves, sampler, current,
/// river and ocean.
typedef struct ShoalVolumeDef {
    ShoalMedium medium;
    double surface_height; ///< mean level, m
    double bottom_height;  ///< m, below surface_height; -INFINITY: none
    double min[2], max[2]; ///< horizontal bounds, closed, m; -INFINITY and INFINITY: to the horizon
    double wave_radiation; ///< scale of the damping by the waves that a heaving body makes; at least 0
    const ShoalWave *waves;
    int wave_count;
    const ShoalSea *sea;              ///< its components are added to the waves; NULL: none
    const ShoalPlaneSampler *sampler; ///< NULL: none
    ShoalCurrent *current; ///< the scene takes a share of it; takes the place of the medium's velocity; NULL: none
    ShoalCurrentPlace current_place;
    const ShoalRiver *river; ///< takes the place of the medium's velocity; NULL: none
    const ShoalOcean *ocean; ///< NULL: none
    /// m, at least 0. Above 0 the waves are summed at the nodes of a grid of this spacing, fixed in the world, and shapes
    /// see what lies between them: for many waves and many bodies in one environment. The error falls with the fourth
    /// power of spacing over wavelength for the surface; waves shorter than two spacings are left out (docs/seas.md).
    double grid_spacing;
} ShoalVolumeDef;

SHOAL_API ShoalVolumeDef shoal_volume_def(void); ///< still fresh water, level 0, no bottom, to the horizon, radiation 1

/// What is accepted and yet seldom meant, in a sentence, or NULL: a plane sampler that slopes without an acceleration, on
/// which nothing is pushed down the slope (see ShoalSamples); waves shorter than two grid_spacing, those of a sea at
/// 9.81 m/s^2. Readers of files pass it to ShoalLoadOptions.warn.
SHOAL_API const char *shoal_volume_warning(const ShoalVolumeDef *def);

/// @}
/// @name Meshes
/// @{

/// A closed, oriented surface of triangles, shared by all shapes that use it. Non-convex and hollow meshes and several
/// parts are exact; nothing is decomposed.
typedef struct ShoalMesh ShoalMesh;

enum {
    SHOAL_MESH_TRIANGLES_MAX = 10000000, ///< of a mesh; making one takes some 400 bytes of memory a triangle
    SHOAL_MESH_EDGES_LISTED = 8          ///< of each defect, in a report
};

/// Triangles as they come from a file. Everything that it points to is borrowed for the call. Start from
/// shoal_mesh_def().
typedef struct ShoalMeshDef {
    const double *vertices; ///< x y z of each, m, before the scale
    int64_t vertex_count;
    const int64_t *triangles; ///< three vertices of each, counter-clockwise seen from outside
    int64_t triangle_count;
    double scale[3];    ///< not 0; an odd number of negative ones mirrors, and the winding is turned with it
    int repair_winding; ///< 1: triangles that are turned the wrong way are turned, instead of being refused
    const char *file;   ///< that they came from, kept for who writes the scene; or NULL
} ShoalMeshDef;

SHOAL_API ShoalMeshDef shoal_mesh_def(void); ///< empty, scale 1, no repair

/// What is found in a mesh; filled also where it is refused.
typedef struct ShoalMeshReport {
    int64_t vertices, triangles;  ///< vertices that triangles name, triangles that are kept
    int64_t unused_vertices;      ///< left out
    int64_t welded_vertices;      ///< merged with another at the same place
    double weld_distance;         ///< within which they were merged: 0, or 1e-6 of the diagonal where 0 left holes
    int64_t degenerate_triangles; ///< of no area, left out
    int64_t open_edges;           ///< with an odd number of triangles, such as one
    int64_t turned_edges;         ///< along which more triangles run one way than the other
    /// Ends of the first of them, as many as there are or SHOAL_MESH_EDGES_LISTED.
    double open_edge[SHOAL_MESH_EDGES_LISTED][2][3], turned_edge[SHOAL_MESH_EDGES_LISTED][2][3];
    int64_t turned_triangles;      ///< that repair_winding turned
    int parts;                     ///< that hang together along edges
    int inward_parts;              ///< that are inside out and no hollows in another part
    int closed, oriented, outward; ///< 1 or 0; a solid is all three
    double low[3], high[3];        ///< bounding box
    double area, volume, centroid[3];
    double inertia[6];     ///< per unit density about the centroid: xx xy xz yy yz zz
    double projected[3];   ///< areas seen along x, y, z (half of the sum of |A n|, above the silhouette if not convex)
    double added_mass[36]; ///< per unit density about the centroid (docs/physics.md, "Added mass")
} ShoalMeshReport;

/// @param report  place for what was found, or NULL
/// @return SHOAL_ERR_ARGUMENT where it is not a solid: the message says what is wrong and where
SHOAL_API ShoalStatus shoal_mesh_create(const ShoalMeshDef *def, ShoalMesh **out, ShoalMeshReport *report,
                                        ShoalError *err);
SHOAL_API void shoal_mesh_retain(ShoalMesh *mesh);  ///< one more owner
SHOAL_API void shoal_mesh_destroy(ShoalMesh *mesh); ///< one owner less; scenes and batches keep their own; accepts NULL
SHOAL_API void shoal_mesh_report(const ShoalMesh *mesh, ShoalMeshReport *out);
/// The triangles as they are kept: scaled, welded, turned, at scale 1 and of no file; valid as long as the mesh. A mesh
/// made of them is the same to the last bit.
SHOAL_API ShoalMeshDef shoal_mesh_triangles(const ShoalMesh *mesh);

/// Where a mesh came from.
typedef struct ShoalMeshSource {
    const char *file; ///< NULL: from arrays
    double scale[3];
    int repair_winding;
} ShoalMeshSource;

SHOAL_API const ShoalMeshSource *shoal_mesh_source(const ShoalMesh *mesh); ///< valid as long as the mesh
SHOAL_API size_t shoal_mesh_bytes(const ShoalMesh *mesh);                  ///< memory held

/// @}
/// @name Voxels
/// @{

/// A body filled with equal cubes, each a sample of the water; shared by all shapes that use it (docs/voxels.md).
typedef struct ShoalVoxels ShoalVoxels;

enum {
    SHOAL_VOXELS_MAX = 10000000, ///< cells of a body; some 60 bytes of memory each
    SHOAL_VOXELS_GRID_MAX =
        100000000,                  ///< cells of the box around a body that is filled; a byte each while it is filled
    SHOAL_VOXEL_NODES_MAX = 1000000 ///< points under a hull at which its surface is sampled
};

typedef struct ShoalShapeDef ShoalShapeDef;

/// Where cells come from: exactly one of `cells`, `mesh` and `shape`. Everything that it points to is borrowed for the
/// call. Start from shoal_voxels_def().
typedef struct ShoalVoxelsDef {
    const double *cells; ///< centres, x y z of each, m; on a grid or not, and where they overlap they count twice
    int64_t cell_count;
    const ShoalMeshDef *mesh;   ///< triangles; open or closed, welded or not, turned whichever way
    const ShoalShapeDef *shape; ///< sphere, box, cylinder, capsule, mesh or ellipsoid in its own axes, offset not used
    double cell_size;           ///< edge of a cell, m, above 0; 0: a sixteenth of the longest side (not of given cells)
} ShoalVoxelsDef;

SHOAL_API ShoalVoxelsDef shoal_voxels_def(void); ///< no cells yet, default size

/// Fills a mesh or a shape with cells of a grid centred on the box around it, or takes those given. A cell is inside when
/// lines through its centre along at least two of the three axes cross the surface an odd number of times on either side
/// of it; a line that is odd on one side alone, as through an open deck, counts half. A face through a centre lies on its
/// low side.
/// Source: EulerJS, "Buoyancy".
/// @return SHOAL_ERR_ARGUMENT where no cell is inside, a cell is longer than the body, or there are too many
SHOAL_API ShoalStatus shoal_voxels_create(const ShoalVoxelsDef *def, ShoalVoxels **out, ShoalError *err);
SHOAL_API void shoal_voxels_retain(ShoalVoxels *voxels);  ///< one more owner
SHOAL_API void shoal_voxels_destroy(ShoalVoxels *voxels); ///< one owner less; accepts NULL

typedef struct ShoalVoxelsReport {
    int64_t cells;
    double cell_size, cell_volume; ///< m, m^3
    double volume;                 ///< cells times cell_volume, m^3
    double low[3], high[3];        ///< box around the cells, m
    double centroid[3];            ///< m
    double inertia[6];             ///< per unit density about the centroid, each cell's own included: xx xy xz yy yz zz
} ShoalVoxelsReport;

SHOAL_API void shoal_voxels_report(const ShoalVoxels *voxels, ShoalVoxelsReport *out);
/// Centres of the cells, x y z of each, in an order that depends on the cells alone; valid as long as the voxels.
SHOAL_API const double *shoal_voxels_cells(const ShoalVoxels *voxels);
SHOAL_API size_t shoal_voxels_bytes(const ShoalVoxels *voxels); ///< memory held

/// Where voxels came from. Neither a file nor a shape: from cells or arrays.
typedef struct ShoalVoxelsSource {
    const char *file; ///< of the triangles, or NULL
    double scale[3];
    const ShoalShapeDef *shape; ///< not a mesh, or NULL
} ShoalVoxelsSource;

SHOAL_API const ShoalVoxelsSource *shoal_voxels_source(const ShoalVoxels *voxels); ///< valid as long as the voxels

/// What a voxel body feels besides its buoyancy. Start from shoal_voxel_forces().
typedef struct ShoalVoxelForces {
    double heave_damping;        ///< N s/m per m^3 of cell in the water, along up, against the water's rise; at least 0
    double slam_coefficient;     ///< of the drag on cells half in the water that plunge; at least 0
    double linear_drag;          ///< 1/s, of the velocity, wholly under water; at least 0
    double angular_drag;         ///< 1/s, of the spin
    double minimum_linear_drag;  ///< 1/s, out of the water
    double minimum_angular_drag; ///< 1/s
    double surface_sample_spacing; ///< of the grid on which waves are sampled under the hull, m, above 0
} ShoalVoxelForces;

SHOAL_API ShoalVoxelForces shoal_voxel_forces(void); ///< 3000, 1, 1, 1, 0.02, 0.02, 0.5

/// @}
/// @name Bodies
/// @{

typedef enum ShoalShapeType {
    SHOAL_SPHERE = 0,    ///< radius
    SHOAL_BOX = 1,       ///< size: full sides
    SHOAL_CYLINDER = 2,  ///< radius, height; axis along local z
    SHOAL_CAPSULE = 3,   ///< radius, height without the caps; axis along local z
    SHOAL_MESH = 4,      ///< mesh
    SHOAL_ELLIPSOID = 5, ///< size: semi-axes
    SHOAL_VOXELS = 6,    ///< voxels; a body's only shape, with forces of its own (ShoalVoxelForces)
} ShoalShapeType;

/// How a box's added mass is computed (docs/physics.md, "Added mass").
typedef enum ShoalBoxAddedMass {
    SHOAL_BOX_DNV = 0,       ///< fitted to DNV-RP-C205: 0.68 rho a^3 for a cube
    SHOAL_BOX_POTENTIAL = 1, ///< potential flow: 0.638 rho a^3 for a cube
} ShoalBoxAddedMass;

/// How the wet part of a mesh is found. Source: Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating
/// Simulation of Meshes" (2025).
typedef enum ShoalMeshAlgorithm {
    SHOAL_MESH_EXACT = 0,         ///< volume elements of wet triangles and of the wet parts of cut ones
    SHOAL_MESH_FAST = 1,          ///< of wholly wet triangles, about the mesh's centroid: crude
    SHOAL_MESH_IMPROVED = 2,      ///< of wholly wet triangles, about a point on the surface
    SHOAL_MESH_SURFACE_FAST = 3,  ///< pressure on wholly wet triangles
    SHOAL_MESH_SURFACE_EXACT = 4, ///< pressure on wet triangles and on the wet parts of cut ones
    /// The same with a height of the surface for each vertex, where it waves: a hull that is long against the waves. Costs
    /// three heights a triangle. Ours; drag, friction and the rest take the plane.
    SHOAL_MESH_SURFACE_WAVES = 5,
} ShoalMeshAlgorithm;

/// How fine the integrals over faces are. Errors are against the integral over the exact surface.
typedef enum ShoalFaces {
    SHOAL_FACES_DEFAULT = -1, ///< of a shape: the batch's rule; of a batch: standard
    SHOAL_FACES_WHOLE = 0,    ///< one point a flat part, for comparison
    SHOAL_FACES_STANDARD = 1, ///< made for 2 % (docs/physics.md has the errors)
    SHOAL_FACES_FINE = 2,     ///< made for 0.5 %
    /// Any larger value K (3 to 16) takes K points along each direction of a part.
    SHOAL_FACES_MAX = 16
} ShoalFaces;

/// How fluids act on a shape. Start from shoal_coefficients().
typedef struct ShoalCoefficients {
    int enabled;          ///< 0: no fluid acts on the shape
    int buoyancy;         ///< 0: no buoyancy; every other force stays
    double drag;          ///< C_D on the projected area; negative: the shape's own
    double skin_friction; ///< C_f along the surface, at least 0
    double magnus_lift;   ///< C_M of a spinning sphere, cylinder or capsule
    double added_mass;    ///< c_A, scale of the added mass, at least 0
} ShoalCoefficients;

SHOAL_API ShoalCoefficients shoal_coefficients(void); ///< on, buoyant, own C_D, 0.005, 0.5, 1

/// A shape of a body. Start from shoal_shape_def().
struct ShoalShapeDef {
    ShoalShapeType type;
    double radius;                ///< m, above 0 (sphere, cylinder, capsule)
    double height;                ///< m, above 0 (cylinder, capsule)
    double size[3];               ///< m, each above 0 (box: full sides; ellipsoid: semi-axes)
    ShoalMesh *mesh;              ///< (mesh) the scene takes a share of it; offset is of its frame
    ShoalMeshAlgorithm algorithm; ///< (mesh)
    ShoalVoxels *voxels;          ///< (voxels) the scene takes a share of them; offset is of their frame
    ShoalVoxelForces voxel;       ///< (voxels) of the coefficients below, enabled and buoyancy count
    double offset[3];             ///< centre of the shape in the body's frame, m
    double offset_quaternion[4];  ///< shape axes to body axes
    ShoalCoefficients coefficients;
    /// 36 numbers per unit density about the shape's centre in its axes, symmetric and positive semidefinite; NULL: the
    /// shape's formula.
    const double *added_mass_matrix;
    ShoalBoxAddedMass box_added_mass;
    ShoalFaces faces;
};

SHOAL_API ShoalShapeDef shoal_shape_def(ShoalShapeType type); ///< no size yet, at the body's origin

typedef enum ShoalBodyType {
    SHOAL_DYNAMIC = 0,   ///< moved by the forces
    SHOAL_KINEMATIC = 1, ///< moves with the twist that it is given; reports its wrench
    SHOAL_STATIC = 2,    ///< stays; its velocity is 0; reports its wrench
} ShoalBodyType;

/// A body. Start from shoal_body_def().
typedef struct ShoalBodyDef {
    const char *name; ///< copied; NULL: "body" and its index
    ShoalBodyType type;
    double mass;                ///< kg, above 0; or 0: from density
    double density;             ///< kg/m^3, above 0 where mass is 0; else ignored
    int com_given;              ///< 0: the centre of mass is the centroid of the shapes' volumes
    double com[3];              ///< centre of mass in the body's frame (the frame of the shapes' offsets), m
    int inertia_given;          ///< 0: uniform density over the shapes, scaled to the mass
    double inertia[6];          ///< about the centre of mass in body axes: xx xy xz yy yz zz, kg m^2, positive definite
    double position[3];         ///< of the centre of mass, m
    double quaternion[4];       ///< made unit where within 1e-6 of it, else refused
    double linear_velocity[3];  ///< of the centre of mass, m/s, world frame
    double angular_velocity[3]; ///< rad/s, world frame
    const ShoalShapeDef *shapes;
    int shape_count; ///< 0: a body that no fluid touches (mass and inertia must then be given)
} ShoalBodyDef;

SHOAL_API ShoalBodyDef shoal_body_def(void); ///< dynamic, no mass or shapes yet, at the origin, at rest

typedef struct ShoalMassProperties {
    double mass;       ///< kg
    double volume;     ///< sum over the shapes, overlaps counted twice, m^3
    double com[3];     ///< in the body's frame, m
    double inertia[6]; ///< about the centre of mass in body axes: xx xy xz yy yz zz
} ShoalMassProperties;

/// What shoal_scene_add_body() would take as mass, centre of mass and inertia.
SHOAL_API ShoalStatus shoal_mass_properties(const ShoalBodyDef *def, ShoalMassProperties *out, ShoalError *err);
/// Of cells at a uniform density.
/// @param mass, density  kg, kg/m^3; one of them above 0, the other 0
SHOAL_API ShoalStatus shoal_voxels_mass(const ShoalVoxels *voxels, double mass, double density,
                                        ShoalMassProperties *out, ShoalError *err);
/// Of a point, such as a keel's lead: no volume and no inertia of its own.
SHOAL_API ShoalMassProperties shoal_mass_point(double mass, const double at[3]);
/// Of several parts together, in one frame.
/// @return SHOAL_ERR_ARGUMENT where a part has a negative mass or a number that is not finite, or there is no mass at all
SHOAL_API ShoalStatus shoal_mass_combine(const ShoalMassProperties *parts, int count, ShoalMassProperties *out,
                                         ShoalError *err);

/// @}
/// @name Scene: one environment
/// @{

typedef struct ShoalScene ShoalScene;

/// An empty scene: gravity (0, 0, -9.81), no fluids, no bodies, time 0, time step 0.005 s.
SHOAL_API ShoalStatus shoal_scene_create(ShoalScene **out, ShoalError *err);
SHOAL_API void shoal_scene_destroy(ShoalScene *scene); ///< accepts NULL; batches made of it live on

SHOAL_API ShoalStatus shoal_scene_set_gravity(ShoalScene *scene, const double gravity[3], ShoalError *err);
SHOAL_API ShoalStatus shoal_scene_set_time(ShoalScene *scene, double start, ShoalError *err); ///< s, at the start
SHOAL_API ShoalStatus shoal_scene_set_timestep(ShoalScene *scene, double dt,
                                               ShoalError *err); ///< s, above 0; a default
/// The fluid around the volumes. NULL: none (a vacuum).
SHOAL_API ShoalStatus shoal_scene_set_ambient(ShoalScene *scene, const ShoalMedium *medium, ShoalError *err);
/// @param index  place for the volume's number, or NULL. Where volumes overlap, the first one added holds a shape.
SHOAL_API ShoalStatus shoal_scene_add_volume(ShoalScene *scene, const ShoalVolumeDef *def, int *index, ShoalError *err);
/// @param index  place for the body's number, or NULL. Everything that def points to is copied.
SHOAL_API ShoalStatus shoal_scene_add_body(ShoalScene *scene, const ShoalBodyDef *def, int *index, ShoalError *err);

SHOAL_API int shoal_scene_body_count(const ShoalScene *scene);
SHOAL_API int shoal_scene_volume_count(const ShoalScene *scene);
SHOAL_API int shoal_scene_body_index(const ShoalScene *scene, const char *name); ///< -1: none
SHOAL_API double shoal_scene_time(const ShoalScene *scene);
SHOAL_API double shoal_scene_timestep(const ShoalScene *scene);
SHOAL_API void shoal_scene_gravity(const ShoalScene *scene, double out[3]);
/// @return 1 where there is an ambient fluid; out may be NULL
SHOAL_API int shoal_scene_ambient(const ShoalScene *scene, ShoalMedium *out);
/// Views of what was added (offsets are from the centre of mass, com is 0, mass and inertia are given);
/// valid until the scene is changed or destroyed. NULL for an index out of range.
SHOAL_API const ShoalVolumeDef *shoal_scene_volume(const ShoalScene *scene, int index);
SHOAL_API const ShoalBodyDef *shoal_scene_body(const ShoalScene *scene, int index);

/// @}
/// @name Batch: N environments of a scene
/// @{

typedef struct ShoalBatch ShoalBatch;

typedef enum ShoalIsa {
    SHOAL_ISA_BEST = 0, ///< the widest that this machine has
    SHOAL_ISA_SCALAR = 1,
    SHOAL_ISA_AVX2 = 2,
    SHOAL_ISA_AVX512 = 3,
    SHOAL_ISA_NEON = 4,
} ShoalIsa;

SHOAL_API const char *shoal_isa_name(ShoalIsa isa); ///< "scalar", "avx2", "avx512", "neon", "best"
SHOAL_API int shoal_isa_built(ShoalIsa isa);        ///< 1 where this library holds kernels for it
SHOAL_API int shoal_isa_here(ShoalIsa isa);         ///< 1 where it is built and this machine can run it

/// Terms of the wrench, in the order of the equation of motion. A bit set.
typedef enum ShoalTerm {
    SHOAL_BUOYANCY = 1u << 0,
    SHOAL_ACCELERATION_FORCE = 1u << 1, ///< push of an accelerating liquid, f_a
    SHOAL_DRAG_PRESSURE = 1u << 2,
    SHOAL_DRAG_FRICTION = 1u << 3,
    SHOAL_VISCOUS = 1u << 4,
    SHOAL_MAGNUS = 1u << 5,
    SHOAL_ENTRY = 1u << 6,
    SHOAL_RADIATION = 1u << 7,
    SHOAL_KIRCHHOFF = 1u << 8,
    SHOAL_DRAG = SHOAL_DRAG_PRESSURE | SHOAL_DRAG_FRICTION,
    SHOAL_TERMS_ALL = (1u << 9) - 1,
} ShoalTerm;

enum { SHOAL_TERM_COUNT = 9 };
SHOAL_API const char *shoal_term_name(int number); ///< "buoyancy" for 0 ... "kirchhoff" for 8; NULL beyond

/// How a batch is made. Start from shoal_batch_def().
typedef struct ShoalBatchDef {
    int environments; ///< N, at least 0
    int threads;      ///< at most this many; 0: as many as OpenMP would use
    ShoalIsa isa;
    ShoalFaces faces;  ///< rule of every shape that has none of its own
    int hash;          ///< 1: digest every step (shoal_batch_hash)
    int term_outputs;  ///< 1: keep the wrench of each term (SHOAL_TERM_WRENCH)
    int shape_outputs; ///< 1: keep what was found for each shape (shoal_batch_shape_field)
    int prefetch;      ///< 1: a thread of its own has the oceans ready for the next three steps; no bit depends on it
    ShoalAllocator allocator;
} ShoalBatchDef;

SHOAL_API ShoalBatchDef shoal_batch_def(void); ///< 1 environment, all threads, best, standard faces, nothing extra

/// Makes a batch; every environment starts as the scene says. The scene may be destroyed afterwards.
SHOAL_API ShoalStatus shoal_batch_create(const ShoalScene *scene, const ShoalBatchDef *def, ShoalBatch **out,
                                         ShoalError *err);
SHOAL_API void shoal_batch_destroy(ShoalBatch *batch); ///< accepts NULL

SHOAL_API int shoal_batch_environments(const ShoalBatch *batch);
SHOAL_API int shoal_batch_bodies(const ShoalBatch *batch);
SHOAL_API int shoal_batch_shapes(const ShoalBatch *batch, int body); ///< shapes of a body
SHOAL_API const char *shoal_batch_body_name(const ShoalBatch *batch, int body);
SHOAL_API ShoalIsa shoal_batch_isa(const ShoalBatch *batch);     ///< what dispatch chose
SHOAL_API int shoal_batch_threads(const ShoalBatch *batch);      ///< how many a step uses at most
SHOAL_API ShoalFaces shoal_batch_faces(const ShoalBatch *batch); ///< rule of shapes that have none of their own
SHOAL_API size_t shoal_batch_bytes(const ShoalBatch *batch);     ///< memory held

/// @}
/// @name Fields: what is kept for each body
/// @{

/// Layout in memory is [component][body][environment]; see ShoalView.
typedef enum ShoalField {
    SHOAL_POSITION = 0,          ///< 3, of the centre of mass, m
    SHOAL_QUATERNION = 1,        ///< 4, body to world
    SHOAL_LINEAR_VELOCITY = 2,   ///< 3, of the centre of mass, m/s
    SHOAL_ANGULAR_VELOCITY = 3,  ///< 3, rad/s
    SHOAL_FORCE = 4,             ///< 3, fluids on the body, N; of the kick of the last step, or of shoal_batch_forces()
    SHOAL_MOMENT = 5,            ///< 3, N m
    SHOAL_EXTERNAL_WRENCH = 6,   ///< 6, force and moment that the caller gives, held until changed
    SHOAL_ADDED_MASS = 7,        ///< 21, lower triangle by rows; written by shoal_batch_forces() alone
    SHOAL_DRAG_DERIVATIVE = 8,   ///< 21, D, lower triangle by rows; written by shoal_batch_forces() alone
    SHOAL_ACCELERATION = 9,      ///< 6, of the equation of motion with gravity, all terms asked for and the external
                                 ///< wrench, m/s^2 and rad/s^2; written by shoal_batch_forces() alone
    SHOAL_TERM_WRENCH = 10,      ///< 6 per term, in the order of ShoalTerm; only with term_outputs
    SHOAL_SUBMERGED_VOLUME = 11, ///< 1, sum over the shapes, m^3
    SHOAL_FIELD_COUNT = 12
} ShoalField;

/// What was found for each shape at the last evaluation; needs shape_outputs.
typedef enum ShoalShapeField {
    SHOAL_SHAPE_VOLUME_INDEX = 0,         ///< 1, number of the volume that holds the shape, -1: none
    SHOAL_SHAPE_VOLUME = 1,               ///< 1, m^3
    SHOAL_SHAPE_WET_VOLUME = 2,           ///< 1, m^3
    SHOAL_SHAPE_WET_CENTROID = 3,         ///< 3, from the centre of mass, world axes, m
    SHOAL_SHAPE_DRY_CENTROID = 4,         ///< 3
    SHOAL_SHAPE_WATERPLANE_AREA = 5,      ///< 1, m^2
    SHOAL_SHAPE_WATERPLANE_CENTROID = 6,  ///< 3, from the centre of mass, world axes, m
    SHOAL_SHAPE_SURFACE_HEIGHT = 7,       ///< 1, the plane's over the shape's centroid, m
    SHOAL_SHAPE_SURFACE_NORMAL = 8,       ///< 3
    SHOAL_SHAPE_LIQUID_VELOCITY = 9,      ///< 3, m/s
    SHOAL_SHAPE_LIQUID_ACCELERATION = 10, ///< 3, m/s^2
    SHOAL_SHAPE_RADIATION = 11,           ///< 1, b, N s/m
    SHOAL_SHAPE_FIELD_COUNT = 12
} ShoalShapeField;

SHOAL_API const char *shoal_field_name(ShoalField field);
SHOAL_API int shoal_field_components(ShoalField field); ///< of SHOAL_TERM_WRENCH: 54

/// A window on the batch's memory; valid until the batch is destroyed. Element (environment, body, component) is at
/// data + environment * stride[0] + body * stride[1] + component * stride[2], strides in doubles.
typedef struct ShoalView {
    double *data;
    int shape[3];        ///< environments, bodies, components
    ptrdiff_t stride[3]; ///< in doubles
} ShoalView;

/// State fields and the external wrench may be written through their view between calls. A state that is not finite or
/// whose quaternion is not within 1e-6 of unit length is flagged at the next step and frozen; nothing else changes.
/// @return SHOAL_ERR_ARGUMENT where the batch was made without that output
SHOAL_API ShoalStatus shoal_batch_field(ShoalBatch *batch, ShoalField field, ShoalView *out, ShoalError *err);
SHOAL_API ShoalStatus shoal_batch_shape_field(ShoalBatch *batch, ShoalShapeField field, int body, int shape,
                                              ShoalView *out, ShoalError *err); ///< view with shape[1] = 1

/// Flags of a body in an environment.
typedef enum ShoalFlag {
    SHOAL_BODY_NOT_FINITE = 1u << 0,   ///< frozen: its state or its parameters stopped being finite, or its quaternion
                                       ///< was not of unit length; its force and moment are NaN
    SHOAL_BODY_STIFF = 1u << 1,        ///< dt times its heave frequency is above 1 (2 is the limit of stability)
    SHOAL_BODY_NOT_CONVERGED = 1u << 2 ///< a half step of free motion did not converge in eight pieces
} ShoalFlag;

/// Flags of every body, [body][environment] with the same environment axis as the fields.
/// @param stride  place for the distance from one body to the next, in elements, or NULL
SHOAL_API const uint32_t *shoal_batch_flags(const ShoalBatch *batch, ptrdiff_t *stride);

typedef struct ShoalReport {
    int environment, body;
    uint32_t flags;
    int64_t step; ///< step of that environment in which the first of the flags was raised
} ShoalReport;

/// The flagged bodies, in order of environment and body.
/// @param capacity  length of out (may be 0 with out NULL)
/// @return how many there are, which may be more than capacity
SHOAL_API int shoal_batch_reports(const ShoalBatch *batch, ShoalReport *out, int capacity);

/// @}
/// @name Running
/// @{

/// Computes what the fluids do to every body at its present state. Steps nothing.
/// @param terms  bit set of ShoalTerm; only these are added up (SHOAL_TERMS_ALL for the whole wrench)
/// @return SHOAL_OK; SHOAL_ERR_ARGUMENT with nothing written. A body whose state is not finite gets NaN and
///         SHOAL_BODY_NOT_FINITE in its flags; the others are as if it were absent.
/// Results: SHOAL_FORCE, _MOMENT, _ADDED_MASS, _DRAG_DERIVATIVE, _ACCELERATION, _SUBMERGED_VOLUME, and what the batch was
/// made to keep of terms and shapes. In a force callback the samples of the step serve; no sampler is asked again.
SHOAL_API ShoalStatus shoal_batch_forces(ShoalBatch *batch, uint32_t terms, ShoalError *err);

/// Steps every environment `count` times by dt (s, at least 0; 0 changes no state). Half a turn, kick, half a turn. With
/// dt 0 it is the cheapest way to SHOAL_FORCE and _MOMENT of the present state, as D is not worked out.
/// The clock of an environment is its start time plus its steps times dt; where dt changes it goes on from there.
SHOAL_API ShoalStatus shoal_batch_step(ShoalBatch *batch, double dt, int64_t count, ShoalError *err);

/// A force that depends on the state, asked for once a step at its kick (half way, on the calling thread). The fields
/// hold the state at the kick; write the wrench into SHOAL_EXTERNAL_WRENCH. `time` has one value an environment.
/// It may read and set fields, parameters and forces of its batch, but not step, reset, restore or destroy it.
/// Return other than 0 ends shoal_batch_step() with SHOAL_ERR_ARGUMENT; the step is then undone.
typedef int (*ShoalForceCallback)(ShoalBatch *batch, const double *time, double dt, void *user);
SHOAL_API ShoalStatus shoal_batch_set_force_callback(ShoalBatch *batch, ShoalForceCallback callback, void *user,
                                                     ShoalError *err); ///< NULL: none

/// Where a sampler is asked: the centroids of all shapes that fluids may act on, which are those that are enabled of bodies
/// that are not frozen, in order of environment, body and shape. Everything is contiguous and borrowed for the call.
typedef struct ShoalSamplePoints {
    int volume;
    int64_t count;                             ///< of points, at least 1
    const double *position;                    ///< [count][3], world, m
    const double *time;                        ///< [count], s
    const int32_t *environment, *body, *shape; ///< [count]
} ShoalSamplePoints;

/// Where its answers go. They are filled with the volume's level, the normal (0, 0, 1), the medium's velocity and no
/// acceleration before the call, so that a sampler writes what it knows.
/// A sample that is not finite, or whose normal does not point up, freezes the body with SHOAL_BODY_NOT_FINITE where its
/// centroid lies within the volume's bounds, and touches no other; a height of -INFINITY means that no liquid is there.
typedef struct ShoalSamples {
    double *surface_height; ///< [count], m
    double *normal;         ///< [count][3], z above 0, of any length
    double *velocity;       ///< [count][3], of the liquid, m/s; takes the place of the medium's
    /// [count][3], of the liquid as it moves (the material derivative of its velocity), m/s^2. A surface that slopes needs
    /// one: buoyancy is against gravity, so without it no force pushes a body down the slope, and a sphere that floats on
    /// it is turned by a moment that no pressure makes. On a frictionless surface it is the part of gravity along it.
    double *acceleration;
} ShoalSamples;

/// A surface and a current that the caller computes, asked for once a step, and once for shoal_batch_forces(), on the
/// calling thread. In a step the points are the centroids half way, x + dt/2 v with the body turned as far, and so is the
/// time; a shape sees the surface as the plane through its sample, tilted by the normal, which is extended along itself to
/// where the shape is at the kick. That is second order in dt.
/// It must depend on the points alone and neither change nor run its batch. It is not called where there are no points.
/// Return other than 0 ends the call with SHOAL_ERR_ARGUMENT; of a step, nothing is done then.
typedef int (*ShoalSampler)(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples,
                            void *user);

/// How a volume is sampled. Start from shoal_sampler_def().
typedef struct ShoalSamplerDef {
    ShoalSampler sampler;
    void *user;
    int rise_known; ///< 1: the velocity's z is how fast the water at the surface rises; 0: nobody knows, and voxels go by
                    ///< how fast their depth changes, which is then saved and restored too
} ShoalSamplerDef;

SHOAL_API ShoalSamplerDef shoal_sampler_def(void); ///< none yet, rise known

/// Gives a volume a sampler, in the place of its waves or its own sampler and of its medium's velocity; density and
/// viscosity stay. Like a force callback it is no part of what is saved, and a reset keeps it.
/// @param def  copied; NULL: none, so that the volume is again what the scene says
SHOAL_API ShoalStatus shoal_batch_set_sampler(ShoalBatch *batch, int volume, const ShoalSamplerDef *def,
                                              ShoalError *err);

/// Takes environments back to the scene's state, step 0 and an empty digest chain; parameters and the external wrench
/// stay as they are, flags are cleared.
/// @param mask  N bytes, not 0 where to reset; NULL: all
SHOAL_API ShoalStatus shoal_batch_reset(ShoalBatch *batch, const uint8_t *mask, ShoalError *err);

SHOAL_API ShoalStatus shoal_batch_time(const ShoalBatch *batch, int environment, double *time, int64_t *steps,
                                       ShoalError *err); ///< time or steps may be NULL

/// @}
/// @name Parameters, shared or per environment
/// @{

/// A sea's components are no waves of SHOAL_PARAM_WAVE: they follow its own parameter, and their lengths gravity.
/// Index pairs: (volume, wave) for fluids, (body, shape) for bodies; what does not apply is 0.
typedef enum ShoalParam {
    SHOAL_PARAM_START_TIME = 0,       ///< 1, s
    SHOAL_PARAM_GRAVITY = 1,          ///< 3, m/s^2
    SHOAL_PARAM_AMBIENT = 2,          ///< 5: density, viscosity, velocity
    SHOAL_PARAM_VOLUME_MEDIUM = 3,    ///< 5 (volume): density, viscosity, velocity
    SHOAL_PARAM_VOLUME_BOUNDS = 4,    ///< 6 (volume): surface height, bottom height, min x y, max x y
    SHOAL_PARAM_VOLUME_RADIATION = 5, ///< 1 (volume)
    SHOAL_PARAM_VOLUME_SAMPLER = 6, ///< 12 (volume with a plane sampler): height, slope, normal, velocity, acceleration
    SHOAL_PARAM_WAVE = 7,           ///< 5 (volume, wave): direction x y, wavelength, amplitude, phase
    SHOAL_PARAM_CURRENT = 8,        ///< 5 (volume with a current): scale, heading, offset x y, time
    SHOAL_PARAM_RIVER =
        9, ///< 11 (volume with a river): origin, direction, slope, width, depth, speed, across, over_depth,
           ///< downhill
    SHOAL_PARAM_SEA = 10,        ///< 7 (volume with a sea): significant_height, peak_period, gamma, direction x y,
                                 ///< spreading, seed; its components are drawn anew
    SHOAL_PARAM_MASS = 11,       ///< 1 (body)
    SHOAL_PARAM_INERTIA = 12,    ///< 6 (body): xx xy xz yy yz zz about the centre of mass
    SHOAL_PARAM_SHAPE_SIZE = 13, ///< 3 (body, shape): box: full sides; ellipsoid: semi-axes;
    ///< else radius, height, 0; none of a mesh or of voxels
    SHOAL_PARAM_SHAPE_OFFSET = 14, ///< 7 (body, shape): offset from the centre of mass, quaternion
    SHOAL_PARAM_COEFFICIENTS = 15, ///< 6 (body, shape): enabled, buoyancy, drag, skin_friction, magnus_lift, added_mass
    SHOAL_PARAM_VOXELS = 16, ///< 6 (body, shape of voxels): heave_damping, slam_coefficient, linear_drag, angular_drag,
                             ///< minimum_linear_drag, minimum_angular_drag
    SHOAL_PARAM_COUNT = 17
} ShoalParam;

SHOAL_API const char *shoal_param_name(ShoalParam param);
SHOAL_API int shoal_param_components(ShoalParam param);
/// The items and parts that a batch has of a parameter, in order.
/// @param places    a pair for each, or NULL
/// @param capacity  pairs that places holds
/// @return how many there are, which may be more than capacity
SHOAL_API int shoal_batch_param_places(const ShoalBatch *batch, ShoalParam param, int (*places)[2], int capacity);

/// Sets a parameter in one environment, or in all of them; it takes effect at the next evaluation. What is set for all
/// is kept once. The environments' mass and inertia do not follow a shape's size by themselves.
/// @param environment  0 .. N-1, or SHOAL_ALL_ENVIRONMENTS
/// @param values       as many as the parameter has components; for _EACH: N rows of them
SHOAL_API ShoalStatus shoal_batch_set_param(ShoalBatch *batch, ShoalParam param, int item, int part, int environment,
                                            const double *values, ShoalError *err);
SHOAL_API ShoalStatus shoal_batch_get_param(const ShoalBatch *batch, ShoalParam param, int item, int part,
                                            int environment, double *values, ShoalError *err);
enum {
    SHOAL_ALL_ENVIRONMENTS = -1, ///< one row of values for every environment
    SHOAL_EACH_ENVIRONMENT = -2, ///< `values` has N rows
};

/// @}
/// @name The surface at any place and time
/// For floating things of the caller's own, over any kind of surface of a batch's volume. Both belong to their batch, are
/// calls of it ("one at a time per batch"), and must be destroyed before it. No answer depends on an earlier one.
/// The rise rate is how fast the water at the surface rises, current included: the water, not the surface's shape as it
/// travels by. Of waves it is taken at the mean level.
/// @{

/// Heights on a horizontal grid that is fixed in the world (its nodes are at whole multiples of the spacing), linear
/// between the nodes: the error falls with the square of the spacing (docs/seas.md).
typedef struct ShoalSurfaceGrid ShoalSurfaceGrid;

/// @param spacing  of the nodes, m, above 0; EulerJS, "Buoyancy", takes 0.5
SHOAL_API ShoalStatus shoal_surface_grid_create(ShoalBatch *batch, int volume, double spacing, ShoalSurfaceGrid **out,
                                                ShoalError *err);
SHOAL_API void shoal_surface_grid_destroy(ShoalSurfaceGrid *grid); ///< accepts NULL
/// Finds the surface at the nodes that cover an area (m, world), in an environment, at a time (s) that need not be the
/// environment's own. An ocean is transformed anew where the time is another one than before.
/// @return SHOAL_ERR_ARGUMENT for an area that is not finite or takes more than 2^24 nodes
SHOAL_API ShoalStatus shoal_surface_grid_update(ShoalSurfaceGrid *grid, int environment, double min_x, double max_x,
                                                double min_y, double max_y, double time, ShoalError *err);
/// @return m, world; NaN outside of the area of the last update, and beside nodes beyond a river's banks
SHOAL_API double shoal_surface_grid_height_at(const ShoalSurfaceGrid *grid, double x, double y);
SHOAL_API double shoal_surface_grid_rise_rate_at(const ShoalSurfaceGrid *grid, double x, double y); ///< m/s
SHOAL_API int shoal_surface_grid_knows_rise_rate(const ShoalSurfaceGrid *grid);

/// Heights over points, without a grid between.
typedef struct ShoalSurfaceSampler ShoalSurfaceSampler;

SHOAL_API ShoalStatus shoal_surface_sampler_create(ShoalBatch *batch, int volume, ShoalSurfaceSampler **out,
                                                   ShoalError *err);
SHOAL_API void shoal_surface_sampler_destroy(ShoalSurfaceSampler *sampler); ///< accepts NULL
/// @param points     x and y of each, m, world, finite
/// @param height     m, world; -INFINITY beyond a river's banks; each of the outputs may be NULL
/// @param rise_rate  m/s
/// @param velocity   of the water at the surface with the current, m/s, world; z is the rise rate
SHOAL_API ShoalStatus shoal_surface_sampler_sample(ShoalSurfaceSampler *sampler, int environment, double time,
                                                   int64_t count, const double (*points)[2], double *height,
                                                   double *rise_rate, double (*velocity)[3], ShoalError *err);

/// @}
/// @name Digests, save and restore
/// @{

typedef struct ShoalDigest {
    uint64_t high, low;
} ShoalDigest;

/// XXH3-128 of a body is over position, quaternion, twist, force and moment as little-endian doubles (every NaN as one
/// pattern), and, where a sampler does not know how fast the water rises, the depths of its voxels; an environment's chain
/// takes its digest so far and its bodies' in order after each step, and starts at 0; the batch's is over the environments'
/// in order. Needs hash in the batch's def.
SHOAL_API ShoalStatus shoal_batch_hash(const ShoalBatch *batch, ShoalDigest *out, ShoalError *err);
SHOAL_API ShoalStatus shoal_batch_environment_hash(const ShoalBatch *batch, int environment, ShoalDigest *out,
                                                   ShoalError *err);
/// Digest of one body's present fields; needs nothing in the def.
SHOAL_API ShoalStatus shoal_batch_body_hash(const ShoalBatch *batch, int environment, int body, ShoalDigest *out,
                                            ShoalError *err);
/// The batch's digest from those of its environments, in order.
SHOAL_API ShoalDigest shoal_digest_join(const ShoalDigest *environments, int64_t count);
/// 32 hexadecimal digits and a terminator.
SHOAL_API void shoal_digest_text(ShoalDigest digest, char out[33]);

/// Everything that the future of a batch depends on: state, external wrench, steps, parameters, digests, flags. The bytes
/// fit a batch of the same scene and N on any machine of the same byte order, whatever its threads or instruction set.
/// @return save: SHOAL_ERR_ARGUMENT where the memory is too small; restore: SHOAL_ERR_ARGUMENT for another scene, N, face
///         rule or hash setting, SHOAL_ERR_FORMAT for damaged or truncated bytes. Nothing is changed when it fails.
SHOAL_API size_t shoal_batch_save_bytes(const ShoalBatch *batch);
SHOAL_API ShoalStatus shoal_batch_save(const ShoalBatch *batch, void *memory, size_t bytes, ShoalError *err);
SHOAL_API ShoalStatus shoal_batch_restore(ShoalBatch *batch, const void *memory, size_t bytes, ShoalError *err);
/// Takes over the environments from `first` on, as many as this batch has, of a save that may have more.
SHOAL_API ShoalStatus shoal_batch_restore_part(ShoalBatch *batch, const void *memory, size_t bytes, int first,
                                               ShoalError *err);
/// @param environments  place for how many were saved
/// @return SHOAL_ERR_FORMAT for damaged or truncated bytes
SHOAL_API ShoalStatus shoal_save_environments(const void *memory, size_t bytes, int *environments, ShoalError *err);
/// Makes one save, in place, of saves that lie one behind another: of batches of one scene that hold consecutive
/// environments. It has the bytes that a batch of all of them would be saved as.
/// @param bytes  of all; then of the one
/// @return SHOAL_ERR_FORMAT for damaged bytes; SHOAL_ERR_ARGUMENT for parts of different scenes, shared parameters or dt
SHOAL_API ShoalStatus shoal_save_join(void *memory, size_t *bytes, ShoalError *err);

/// @}

#ifdef __cplusplus
}
#endif

#endif
