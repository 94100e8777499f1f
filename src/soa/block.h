/// @file block.h
/// A block is a fixed list of at most SHL_ROWS slots (a slot is one body in one environment) of one signature, the list of
/// shape types. A thread loads a block into ShlScratch, which stays in its cache, and takes it through every kernel of the
/// step. Row i of every column belongs to slot i of the block; rows are independent, which no kernel may change.
///
/// Axes: "world" is the world frame; "body" is the body's axes about its centre of mass; "shape" is the shape's own axes
/// about its centroid. Kernels work in body axes, and cut and face kernels in shape axes inside.
#ifndef SHL_BLOCK_H
#define SHL_BLOCK_H

#include "soa/ocean.h"
#include "soa/wave_grid.h"
#include <shoal/shoal.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHL_ROWS = 128,
    SHL_PITCH = 136, // an odd number of cache lines, so that columns do not alias in the first-level cache
    SHL_ROW_ALIGN = 8,
    SHL_TERMS = 9,
    SHL_TERM_PRESSURE = 2, // the two that faces add to
    SHL_TERM_FRICTION = 3,
    SHL_TERM_KIRCHHOFF = 8, // belongs to the free motion, and no part of what the kick applies
    SHL_VOXEL_FORCES = 6
};

// On cache lines, which no vector of eight then crosses.
typedef double ShlColumn[SHL_PITCH] __attribute__((aligned(64)));

/// Constants of one shape of the signature, derived from the parameters (src/soa/derive.c).
typedef struct ShlShapeConst {
    ShlColumn size[3];       // box: half sides; sphere: radius; cylinder, capsule: radius, half height (without caps)
    ShlColumn volume;        // V
    ShlColumn per_volume;    // 1/V
    ShlColumn diameter;      // of the sphere of the same volume, d
    ShlColumn offset[3];     // centroid from the centre of mass, body axes
    ShlColumn rot[9];        // shape axes to body axes
    ShlColumn moment[6];     // second moments of the volume over V about the centroid, body axes: xx xy xz yy yz zz
    ShlColumn m_hat[21];     // added mass per unit density about the centre of mass, body axes (SYM6)
    ShlColumn isotropic;     // 1: that is a multiple of the identity, and turns with nothing; 0
    ShlColumn enabled;       // 1 or 0
    ShlColumn buoyancy;      // 1 or 0
    ShlColumn drag;          // C_D, negative: the shape's own
    ShlColumn skin_friction; // C_f
    ShlColumn magnus;        // C_M
    ShlColumn c_added;       // c_A
    ShlColumn voxel[SHL_VOXEL_FORCES]; // (voxels) in the order of SHOAL_PARAM_VOXELS
} ShlShapeConst;

enum { SHL_SHAPE_COLUMNS = sizeof(ShlShapeConst) / sizeof(ShlColumn) };

/// Constants of the body.
typedef struct ShlBodyConst {
    ShlColumn mass;
    ShlColumn inertia[6]; // about the centre of mass, body axes: xx xy xz yy yz zz
    ShlColumn dynamic;    // 1: forces change its twist; 0: they do not
    ShlColumn moves;      // 0: static
} ShlBodyConst;

enum { SHL_BODY_COLUMNS = sizeof(ShlBodyConst) / sizeof(ShlColumn) };

/// State of the body, world frame.
typedef struct ShlState {
    ShlColumn x[3];     // centre of mass
    ShlColumn q[4];     // w x y z
    ShlColumn v[3];     // linear velocity
    ShlColumn omega[3]; // angular velocity
} ShlState;

/// What a sampler said of the shape being worked on (src/sched/surface.c): a plane through (x, y, height), and the liquid
/// under it. The height is -infinity where there is no liquid, and NaN where the sample is of no use.
typedef struct ShlSample {
    ShlColumn x, y, height;
    ShlColumn slope[2];
    ShlColumn normal[3];
    ShlColumn velocity[3];
    ShlColumn acceleration[3];
} ShlSample;

enum { SHL_SAMPLE_COLUMNS = sizeof(ShlSample) / sizeof(ShlColumn) };

enum { SHL_STATE_COLUMNS = sizeof(ShlState) / sizeof(ShlColumn) };

/// What an evaluation leaves of each shape for the free motion and for the outputs.
typedef struct ShlShapeState {
    ShlColumn wetted; // V_s/V
    ShlColumn weight; // of m_hat: c_A (rho_l V_s/V + rho_a (V - V_s)/V)
    ShlColumn v_f[3]; // velocity of the fluids around the shape for Kirchhoff's force, world
    ShlColumn volume_index, v_wet, c_wet[3], c_dry[3], a_wp, c_wp[3], eta, normal[3], v_l[3], a_l[3], radiation_b;
} ShlShapeState;

/// Of the shape being worked on.
typedef struct ShlWork {
    ShlColumn centroid[3]; // of the shape from the centre of mass, world axes
    // the surface and the fluids
    ShlColumn liquid;       // 1 where a volume holds the shape, else 0
    ShlColumn volume_index; // number of that volume, else -1
    ShlColumn eta;          // the plane's height over the centroid, world
    ShlColumn level;        // signed distance of the centroid above the plane, along its normal; large where no liquid
    ShlColumn reach;        // how far the shape extends from its centroid against the normal (support function)
    ShlColumn rise;         // (mesh) the same along the normal, which of other shapes is reach
    ShlColumn normal[3];    // of the plane, world
    ShlColumn label[2];     // of the point of an ocean's surface that is over the centroid
    ShlColumn v_l[3];       // liquid's velocity at the centroid, world
    ShlColumn a_l[3];       // liquid's acceleration, world
    ShlColumn rho_l, mu_l, radiation; // 0 where no liquid
    // the same in body axes
    ShlColumn n_b[3];  // normal
    ShlColumn vl_b[3]; // velocity of the liquid
    ShlColumn va_b[3]; // velocity of the ambient fluid
    ShlColumn al_b[3]; // acceleration of the liquid
    // the cut, body axes from the centre of mass; always finite; 0 <= v_wet <= V
    ShlColumn v_wet;    // V_s
    ShlColumn c_wet[3]; // centroid of the wet part (the shape's where it is empty)
    ShlColumn c_dry[3]; // centroid of the rest (the shape's where it is empty)
    ShlColumn a_wp;     // waterplane area, 0 where nothing is cut
    ShlColumn c_wp[3];  // its centroid
    ShlColumn radiation_b;
} ShlWork;

/// A parameter of the environments: component c in environment e is data[c * pitch + e * per_environment].
typedef struct ShlParamView {
    const double *data;
    ptrdiff_t pitch;
    int per_environment; // 1: one value each; 0: one for all
} ShlParamView;

/// Where the surface of a volume and the motion of its liquid come from; each has its file in src/kernels/.
typedef enum ShlSurface {
    SHL_STILL = 0,
    SHL_WAVES = 1,     // waves.h
    SHL_PLANE = 2,     // plane.h
    SHL_CALLBACK = 3,  // sample.h: the caller's sampler
    SHL_CURRENT = 4,   // current.h
    SHL_RIVER = 5,     // river.h
    SHL_OCEAN = 6,     // ocean.h
    SHL_WAVE_GRID = 7, // wave_grid.h
} ShlSurface;

/// 1 where linear waves are the surface, which is then no plane under a large body.
static inline int shl_surface_wavy(ShlSurface surface) { return surface == SHL_WAVES || surface == SHL_WAVE_GRID; }

/// Components of a wave. `turn` is Omega in half turns a second, high and low part; the phase is in half turns.
typedef enum ShlWaveColumn {
    SHL_WAVE_DX = 0, // unit direction
    SHL_WAVE_DY = 1,
    SHL_WAVE_K = 2,
    SHL_WAVE_AMPLITUDE = 3,
    SHL_WAVE_TURN = 4,
    SHL_WAVE_TURN_LOW = 5,
    SHL_WAVE_PHASE = 6
} ShlWaveColumn;

enum {
    SHL_WAVE_COLUMNS = 7,
    SHL_WAVE_TABLE = 11 // numbers that the sums take of a wave (src/kernels/waves.h)
};
/// A spectral ocean as kernels see it: its patches' points at the time of each environment.
typedef struct ShlOceanView {
    const ShlOcean *ocean;
    const int32_t *set;         // of each environment
    const double *const *field; // of each set: ShlOceanPatch.first, then [x][y][SHL_OCEAN_FIELDS]
    const double *own;          // in the place of every set's, or NULL
} ShlOceanView;

/// Whether a surface is no plane under a hull.
static inline int shl_surface_bends(ShlSurface surface) { return shl_surface_wavy(surface) || surface == SHL_OCEAN; }

/// A volume as kernels see it.
typedef struct ShlVolumeView {
    ShlSurface surface;
    int rise_unknown;       // 1: nobody knows how fast the water at the surface rises
    ShlParamView medium;    // density, viscosity, velocity 3
    ShlParamView bounds;    // surface height, bottom height, min 2, max 2
    ShlParamView radiation; // 1
    /// Plane: height, slope 2, unit normal 3, velocity 3, acceleration 3. Current: scale, cosine and sine of the heading,
    /// offset 2, time. River: origin 2, unit direction 2, slope, half width, depth, speed, across, over_depth, downhill,
    /// z of the unit normal.
    ShlParamView param;
    const ShoalCurrent *current;
    int wave_first, wave_count; // among the waves of all volumes
    ShlParamView waves;         // column c of wave j is component c * wave_count + j
    ShlOceanView ocean;
    const ShlWaveGrid *grid; // of SHL_WAVE_GRID
} ShlVolumeView;

typedef struct ShlEnvironmentView {
    ShlParamView gravity; // 3
    ShlParamView ambient; // density, viscosity, velocity 3
    int volume_count;
    const ShlVolumeView *volume;
} ShlEnvironmentView;

/// How several threads, each with the same rows in its own scratch, work on one mesh: each adds up its share of the mesh's
/// face blocks into `partial`, they meet, and each folds all of them in order.
typedef struct ShlShare {
    int rank, size;
    double *partial[2]; // used in turn, so that one meeting is enough
    int turn;
    void (*meet)(void);
} ShlShare;

/// The voxels of a row's body.
typedef struct ShlVoxelRow {
    const ShoalVoxels *voxels;
    double spacing; // of the grid on which the surface is sampled
    double *before; // depths of the cells at the kick before, then that step's dt, 0: none; NULL: nobody needs them
} ShlVoxelRow;

/// A wave at the rows being worked on.
typedef struct ShlWaveNow {
    double sine[SHL_ROW_ALIGN], cosine[SHL_ROW_ALIGN];
} ShlWaveNow;

/// Columns `pitch` apart: in the batch's field where a block's rows are neighbours there, else in the scratch.
typedef struct ShlColumns {
    double *first;
    ptrdiff_t pitch;
} ShlColumns;

enum { SHL_RESULT_COLUMNS = 6 + 2 * 21 };

/// All that a thread needs to take a block through a step.
typedef struct ShlScratch {
    int used;               // slots in the block
    int rows;               // used, rounded up to SHL_ROW_ALIGN; rows beyond used repeat another row
    int shapes;             // of the signature
    int env_first;          // environment of row 0 where rows are neighbours along the environments, else -1
    int32_t env[SHL_ROWS];  // environment of each row
    ptrdiff_t at[SHL_ROWS]; // where a component of a field of the batch has each row
    double dt;              // step, 0 in an evaluation without one
    uint32_t terms;         // set of ShoalTerm that is added up
    int principal;          // 1: in every row inertia and added mass of every shape are diagonal matrices
    int with_d;             // 0: nobody reads D and the added mass, and kernels may leave them out
    int type;               // ShoalShapeType of the shape being worked on
    int faces;              // its ShoalFaces rule
    int isotropic;          // 1: in every row its added mass is
    int diagonal;           // 1: in every row its added mass is a diagonal matrix
    int voxels;             // 1: of the body, whose terms are summed from their columns
    int keeps_terms;        // 1: `term` has all; 0: what faces add and Kirchhoff's force
    int alone;              // 1: no term is kept, of one shape with `diagonal`: its sums finish in registers
    int reports_shapes;     // 1: the batch keeps what is found for each shape
    int fresh;              // 1: it is the first to add to what terms.c sums up
    int faces_first;        // 1: nobody has cleared what faces add to, and the first shape, a sphere, stores
    int mixed;              // 0: all rows are dry, or all cut, or all wet, shape by shape
    int volume_only;        // 1: a cut finds v_wet, and nothing else of what it stores counts
    int aligned;            // 1: in every row its axes are the body's
    int centred;            // 1: in every row its centroid is the body's centre of mass

    const ShlEnvironmentView *environment;
    int rests;        // 1: in every row all fluids are at rest, now and always
    int has_common;   // 1: gravity and the ambient fluid are those of all environments, in all SHL_ROWS
    double common[8]; // these
    int none_moves;   // 1: fluids' velocities and accelerations are 0 in all SHL_ROWS
    int none_offset;  // 1: so is the centroid
    const double
        *from[SHL_STATE_COLUMNS]; // where accept() finds the state's columns: in the batch's fields or in `state`
    int fitted;                   // 1: it made a quaternion of unit length
    ShlColumns external;          // wrench that the caller gives, world
    ShlColumns to_force, to_moment, to_v_sub;           // the wrench in world axes, and V_s of all shapes
    ShlColumns to_acceleration, to_m_added, to_damping; // of shoal_batch_forces(), world axes
    int only_diagonal; // 1: what lies beside the diagonal in to_m_added is 0 already, and stays so

    int timed;            // 0: nobody asks for the time
    int one_clock;        // 1: all rows have the same time
    int has_start;        // 0: `start` is not known, and `state` is as it was found
    ShlColumn t_hi, t_lo; // time of the evaluation in double-double

    ShlState state;
    ShlState start; // as it was when the step began, where has_start
    ShlBodyConst body;
    ShlColumn given[6];  // ShlScratch.external, where rows are no neighbours in the batch
    ShlColumn flags;     // ShoalFlag bits as a number
    ShlColumn stiffness; // in heave: (rho_l - rho_a) g A_wp, summed over the shapes

    // pose of the evaluation
    ShlColumn rot[9]; // body axes to world axes
    ShlColumn v_b[3]; // twist in body axes
    ShlColumn omega_b[3];
    ShlColumn g_b[3];              // gravity in body axes
    ShlColumn g[3], g_norm;        // gravity, world, and its size
    ShlColumn rho_a, mu_a, v_a[3]; // ambient fluid, world

    ShlColumn reported[6];                // the wrench in world axes, where rows are no neighbours in the batch
    ShlColumn result[SHL_RESULT_COLUMNS]; // acceleration, added mass and D, where rows are no neighbours in the batch

    // sums over shapes, body axes about the centre of mass
    ShlColumn wrench[6]; // force, moment of the terms asked for
    ShlColumn m_added[21];
    ShlColumn damping[21]; // D
    ShlColumn v_sub;

    ShlColumn term[SHL_TERMS][6]; // wrench of each term, body axes about the centre of mass, in the order of ShoalTerm
    ShlColumn *out;               // six of them that the present kernel adds to
    ShlColumn *out_friction;      // the same for skin friction (face kernels add pressure to `out`)

    double (*wave_table)[SHL_WAVE_TABLE]; // one row a wave of all volumes, of those that all environments share
    ShlColumn *wave_phase;                // one column a wave of all volumes, at the time of the evaluation, half turns
    ShlWaveNow *wave_now;                 // one a wave of the volume being looked at
    ShlGridThread *grid;                  // NULL where no volume has a wave grid
    ShlShare *share;                      // NULL: this thread alone has the block

    // of the shape being worked on
    const ShoalMesh *const *mesh; // of each row (mesh)
    ShoalMeshAlgorithm algorithm; // (mesh)
    ShlVoxelRow voxel_row[SHL_ROWS];
    double *node_height, *node_rise; // of the surface on a grid under one hull
    const ShlShapeConst *c;
    ShlShapeState *s;
    ShlWork w;
    ShlSample *sample; // [volumes]; NULL where no volume has a sampler of the caller's

    ShlShapeConst *shape_const;               // [shapes]
    double *uniform;                          // constants that every row has, as ShlBlock.constants
    int uniform_count;                        // 0: rows differ
    ShlShapeState *shape_state;               // [shapes]
    const ShoalMesh *(*shape_mesh)[SHL_ROWS]; // [shapes], NULL in the rows of other shapes
} ShlScratch;

#endif
