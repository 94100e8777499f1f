/// @file batch.h
/// A batch as the library keeps it.
#ifndef SHL_BATCH_H
#define SHL_BATCH_H

#include "kernels/kernels.h"
#include "sched/oceans.h"
#include "soa/block.h"
#include "soa/fields.h"
#include "soa/mesh.h"
#include "soa/sea.h"
#include <shoal/shoal.h>

#include <stdbool.h>
#include <string.h>

enum { SHL_PARAM_MAX = 12, SHL_BACKUP_COLUMNS = SHL_STATE_COLUMNS + 1 };

/// A parameter: shared by all environments, or one row each after it was set for one of them.
typedef struct ShlParam {
    int components, per_environment;
    ptrdiff_t pitch;
    double *data; // component c of environment e at c * pitch + (per_environment ? e : 0)
    double shared[SHL_PARAM_MAX];
} ShlParam;

typedef struct ShlBatchVolume {
    ShlSurface surface;
    ShlParam medium, bounds, radiation;
    ShlParam given;             // of its surface, as the caller gives it: a plane, the place of a current, a river
    ShlParam found;             // as kernels take it: ShlVolumeView.param
    ShoalCurrent *current;      // a share of it, or NULL
    int given_count;            // waves that the caller gives
    int wave_first, wave_count; // all of them, with the sea's components behind the caller's
    ShlParam *wave;             // the caller's
    ShoalSea sea_def;           // what no parameter changes; no components: no sea
    ShlSeaShape sea_shape;      // of the environment that was last derived
    ShlParam sea;
    double *waves_shared;    // as kernels take them: ShlVolumeView.waves
    double *waves_each;      // the same with a row an environment; NULL: all share
    ShoalSamplerDef sampler; // the caller's; none: the surface is as the scene says
    double *sample;          // what it said: surface.c
    ShlWaveGrid *grid;       // of SHL_WAVE_GRID
} ShlBatchVolume;

typedef struct ShlBatchShape {
    ShoalShapeType type;
    ShoalBoxAddedMass model;
    int faces;
    const double *matrix; // 36, or NULL
    ShoalMesh *mesh;      // (mesh) a share of it
    ShoalMeshAlgorithm algorithm;
    ShoalVoxels *voxels; // (voxels) a share of them
    double spacing;      // (voxels) of the grid on which the surface is sampled
    ShlParam size, offset, coefficients, voxel;
} ShlBatchShape;

typedef struct ShlBatchBody {
    char *name;
    ShoalBodyType type;
    int shape_count, first_shape; // of all shapes in the batch
    ShlBatchShape *shape;
    ShlParam mass, inertia;
    double initial[13];           // state at the start: SHL_STATE_COLUMNS values
    int block_first, block_count; // blocks that hold its slots
    double *depths;               // (voxels) ShlVoxelRow.before of each environment; NULL: nobody needs them
    ptrdiff_t depth_pitch;        // from one environment to the next
} ShlBatchBody;

/// Slots of one signature. Rows are the environments env_first .. of one body, or the list `slot`.
typedef struct ShlBlock {
    int used, body, env_first;     // body of every row, or -1: as listed
    int32_t (*slot)[2];            // body, environment
    const ShlBatchBody *like;      // a body of the signature
    int large;                     // 1: some row has a mesh of more than SHL_FACES_SHARED faces
    int uniform;                   // 1: constants are one value a column
    double *constants;             // columns of the body, then of each shape
    int principal;                 // ShlScratch.principal
    unsigned char *aligned;        // of each shape: axes are the body's in every row
    unsigned char *centred;        // of each shape: ShlScratch.centred
    unsigned char *isotropic;      // of each shape: ShlScratch.isotropic
    unsigned char *diagonal;       // of each shape: ShlScratch.diagonal
    int told_diagonal;             // 1: beside the diagonal SHOAL_ADDED_MASS has nothing but 0 in every row
    unsigned char order[SHL_ROWS]; // place in the list of the slot that each row of the scratch holds
    int sorted;                    // 1: order is not 0, 1, 2 ...
} ShlBlock;

/// What the stage before the blocks asks (surface.c). A shape's place is environment * shapes + its number in the batch.
typedef struct ShlStage {
    double *position;                    // [place][3] as predicted, NaN where nobody asks; then [count][3]
    double *time;                        // [count]
    int32_t *environment, *body, *shape; // [count]
    int64_t *row;                        // [place]: its row in what is asked, -1: none
    int64_t count;
} ShlStage;

typedef enum ShlCallback { SHL_NO_CALLBACK = 0, SHL_FORCE_CALLBACK = 1, SHL_SAMPLER = 2 } ShlCallback;

typedef struct ShlClock {
    double offset_hi, offset_lo; // time since the start time when the present dt began
    int64_t since;               // steps of that dt
    int64_t steps;
} ShlClock;

struct ShoalBatch {
    ShoalAllocator allocator;
    size_t bytes;
    int environments, bodies, shapes; // shapes: of all bodies
    ptrdiff_t pitch;                  // environments, padded
    int threads, faces, hash, term_outputs, shape_outputs;
    ShoalIsa isa;
    const ShlKernels *kernels;

    double *field[SHOAL_FIELD_COUNT];
    ptrdiff_t component_pitch; // of every field
    uint32_t *flags;           // [body][pitch]
    int64_t *flag_step;
    double *shape_field; // [component][shape][pitch], NULL without shape_outputs
    ptrdiff_t shape_pitch;

    ShlClock *clock;        // one an environment
    ShlClock *clock_before; // the same before dt changed, for a step that is undone
    double *time;           // one an environment, for the callback
    double dt;              // of the last step

    ShlParam start, gravity, ambient;
    int volume_count;
    ShlBatchVolume *volume;
    ShlVolumeView *volume_view;
    ShlOceans oceans;
    ShlEnvironmentView view;
    ShlBatchBody *body;
    size_t node_max; // points under a hull at which a surface is sampled
    int wave_max, wave_total, shape_max;
    ShoalWave *sea_waves;  // room for the components of the largest sea
    int64_t param_changes; // counts them, from 1
    int tiles_made;        // 1: the tiles of wave grids are of the middle of the present step

    int block_count;
    ShlBlock *block;
    double *constants;    // of one row of any block
    ShlScratch **scratch; // one a thread
    int large_blocks;     // how many have a large mesh
    double *partial;      // sums of the blocks of faces of a large mesh that threads share, twice
    size_t partial_count; // of each

    ShoalDigest *body_digest; // [body][pitch], NULL without hash
    ShoalDigest *chain;       // one an environment

    ShoalForceCallback callback;
    void *callback_user;
    ShlCallback in_callback; // which of the caller's functions is running
    int sampled;             // volumes with a sampler of the caller's
    ShlStage stage;          // no memory until the first of them
    double *backup; // state and flags at the step's start while a callback runs: SHL_BACKUP_COLUMNS of component_pitch
};

void *shl_allocate(ShoalBatch *batch, size_t count, size_t size); // zeroed, aligned to a cache line; NULL on failure
void shl_release(ShoalBatch *batch, void *memory);

static inline double *shl_field_at(const ShoalBatch *batch, ShoalField field, int component, int body)
{
    return batch->field[field] + component * batch->component_pitch + body * batch->pitch;
}

/// Number of a field's column in ShlState: position, quaternion, linear and angular velocity in turn.
static inline double *shl_state_at(const ShoalBatch *batch, int column, int body)
{
    const ShoalField field = column < 3    ? SHOAL_POSITION
                             : column < 7  ? SHOAL_QUATERNION
                             : column < 10 ? SHOAL_LINEAR_VELOCITY
                                           : SHOAL_ANGULAR_VELOCITY;
    const int first = column < 3 ? 0 : column < 7 ? 3 : column < 10 ? 7 : 10;
    return shl_field_at(batch, field, column - first, body);
}

// params.c
void shl_param_init(ShlParam *param, int components, const double *values);
int shl_param_spread(ShoalBatch *batch, ShlParam *param); // one row for each environment; 0 on failure
static inline void shl_param_get(const ShlParam *param, int environment, double *values)
{
    for (int c = 0; c < param->components; c++) {
        values[c] = param->data[c * param->pitch + (param->per_environment ? environment : 0)];
    }
}
void shl_param_share(ShoalBatch *batch, ShlParam *param); // back to one row for all, of any values
int shl_volume_room(ShoalBatch *batch, int volume);       // for what shl_volume_derive() will find; 0 on failure
void shl_volume_derive(ShoalBatch *batch, int volume, int environment); // -1: all
void shl_view_refresh(ShoalBatch *batch);

/// Refuses what a callback must not do: "a sampler must not step its own batch".
ShoalStatus shl_not_in_callback(const ShoalBatch *batch, const char *deed, ShoalError *err);

// plan.c
int shl_plan(ShoalBatch *batch);                                       // makes the blocks; 0 on failure
int shl_block_room(ShoalBatch *batch, ShlBlock *block, int uniform);   // keeps the constants; 0 on failure
void shl_block_derive(ShoalBatch *batch, ShlBlock *block, int row);    // constants of a row, -1: all
int shl_block_depends(const ShoalBatch *batch, const ShlBlock *block); // 1: on the row

// dispatch.c
const ShlKernels *shl_kernels(ShoalIsa isa); // NULL where not built
ShoalIsa shl_best_isa(void);

// hash.c
enum { SHL_BODY_WORDS = SHL_STATE_COLUMNS + 6 };
static inline uint64_t shl_little_endian(uint64_t bits)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(bits);
#else
    return bits;
#endif
}

// A number as it is hashed.
static inline uint64_t shl_digest_word(double value)
{
    uint64_t bits = UINT64_C(0x7ff8000000000000); // every NaN as one pattern
    if (value == value) {
        memcpy(&bits, &value, sizeof bits);
    }
    return shl_little_endian(bits);
}

/// @param words   state and wrench
/// @param depths  ShlVoxelRow.before, `count` numbers, or NULL
ShoalDigest shl_body_digest(const uint64_t words[SHL_BODY_WORDS], const double *depths, ptrdiff_t count);
void shl_body_digests(const ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s); // of every row
ShoalDigest shl_chain_digest(ShoalDigest previous, const ShoalDigest *bodies, ptrdiff_t stride, int count);

// clock.c
void shl_clock_time(const ShoalBatch *batch, int environment, double extra_steps, double dt, double *hi, double *lo);
static inline bool shl_clock_same(const ShoalBatch *batch, int a, int b) // they show the same time
{
    const ShlClock *x = &batch->clock[a], *y = &batch->clock[b];
    return a == b || (!batch->start.per_environment && x->since == y->since && x->offset_hi == y->offset_hi &&
                      x->offset_lo == y->offset_lo);
}
void shl_clock_use(ShoalBatch *batch, double dt);  // goes on from the present time where dt changes
void shl_clock_back(ShoalBatch *batch, double dt); // undoes that; to the dt before

// voxel_depths.c
int shl_depths_make(ShoalBatch *batch); // of every body of voxels; 0 on failure, and what there is by then is kept
void shl_depths_release(ShoalBatch *batch);
void shl_depths_forget(ShoalBatch *batch, int body, int environment);
static inline double *shl_depths_at(const ShoalBatch *batch, int body, int environment)
{
    const ShlBatchBody *b = &batch->body[body];
    return b->depths ? b->depths + environment * b->depth_pitch : NULL;
}

// fork.c
void shl_fork_watch(void);
bool shl_forked(void);

#endif
