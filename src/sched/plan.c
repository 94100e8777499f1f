// Which slots make a block, and the constants of its rows. Both depend on the scene and N alone.
#include "sched/batch.h"
#include "soa/derive.h"

#include <string.h>

static int same_signature(const ShlBatchBody *a, const ShlBatchBody *b)
{
    if (a->shape_count != b->shape_count) {
        return 0;
    }
    for (int s = 0; s < a->shape_count; s++) {
        if (a->shape[s].type != b->shape[s].type || a->shape[s].faces != b->shape[s].faces ||
            a->shape[s].algorithm != b->shape[s].algorithm) {
            return 0;
        }
    }
    return 1;
}

static void constants_of(const ShoalBatch *batch, int body_index, int environment, double *out)
{
    const ShlBatchBody *body = &batch->body[body_index];
    double mass, inertia[6];
    shl_param_get(&body->mass, environment, &mass);
    shl_param_get(&body->inertia, environment, inertia);
    shl_derive_body(body->type, mass, inertia, out);
    out += SHL_BODY_COLUMNS;
    for (int s = 0; s < body->shape_count; s++, out += SHL_SHAPE_COLUMNS) {
        const ShlBatchShape *shape = &body->shape[s];
        ShlShapeValues values = {.type = shape->type,
                                 .model = shape->model,
                                 .matrix = shape->matrix,
                                 .mesh = shape->mesh,
                                 .voxels = shape->voxels};
        shl_param_get(&shape->size, environment, values.size);
        shl_param_get(&shape->offset, environment, values.offset);
        shl_param_get(&shape->coefficients, environment, values.coefficients);
        shl_param_get(&shape->voxel, environment, values.voxel);
        shl_derive_shape(&values, out);
    }
}

static int depends_on_environment(const ShlBatchBody *body)
{
    int any = body->mass.per_environment || body->inertia.per_environment;
    for (int s = 0; s < body->shape_count; s++) {
        const ShlBatchShape *shape = &body->shape[s];
        any = any || shape->size.per_environment || shape->offset.per_environment ||
              shape->coefficients.per_environment || shape->voxel.per_environment;
    }
    return any;
}

// Whether `count` columns from number `first` on are what is given, in every row.
static unsigned char constants_are(const ShlBlock *block, size_t first, int count, const double *given)
{
    const int rows = block->uniform ? 1 : block->used;
    const ptrdiff_t pitch = block->uniform ? 1 : SHL_ROWS;
    const double *columns = block->constants + (ptrdiff_t)first * pitch;
    unsigned char are = 1;
    for (int k = 0; k < count; k++) {
        for (int row = 0; row < rows; row++) {
            are = are && columns[k * pitch + row] == given[k];
        }
    }
    return are;
}

// Columns of a shape, the first at that offset.
static unsigned char columns_are(const ShlBlock *block, int shape, size_t first, int count, const double *given)
{
    const size_t before = SHL_BODY_COLUMNS + (size_t)shape * SHL_SHAPE_COLUMNS;
    return constants_are(block, before + first / sizeof(ShlColumn), count, given);
}

// Whether nothing is beside the diagonal of a shape's added mass, in every row.
static unsigned char diagonal_in(const ShlBlock *block, int shape)
{
    static const double none[5] = {0.0};
    unsigned char diagonal = 1;
    for (int row = 1; row < 6; row++) {
        const size_t first = (size_t)(row * (row + 1) / 2);
        diagonal = diagonal &&
                   columns_are(block, shape, offsetof(ShlShapeConst, m_hat) + first * sizeof(ShlColumn), row, none);
    }
    return diagonal;
}

// The same of the body's inertia.
static unsigned char principal_in(const ShlBlock *block)
{
    static const double none[2] = {0.0};
    const size_t inertia = offsetof(ShlBodyConst, inertia) / sizeof(ShlColumn); // xx xy xz yy yz zz
    return constants_are(block, inertia + 1, 2, none) && constants_are(block, inertia + 4, 1, none);
}

static void note_simple(ShlBlock *block)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, none[3] = {0.0};
    block->principal = principal_in(block);
    for (int s = 0; s < block->like->shape_count; s++) {
        block->aligned[s] = columns_are(block, s, offsetof(ShlShapeConst, rot), 9, identity);
        block->centred[s] = columns_are(block, s, offsetof(ShlShapeConst, offset), 3, none);
        block->isotropic[s] = columns_are(block, s, offsetof(ShlShapeConst, isotropic), 1, identity);
        block->diagonal[s] = diagonal_in(block, s);
        block->principal = block->principal && block->diagonal[s];
    }
}

static int columns_of(const ShlBlock *block) { return SHL_BODY_COLUMNS + block->like->shape_count * SHL_SHAPE_COLUMNS; }

int shl_block_depends(const ShoalBatch *batch, const ShlBlock *block)
{
    return block->used > 1 && (block->slot || depends_on_environment(&batch->body[block->body]));
}

int shl_block_room(ShoalBatch *batch, ShlBlock *block, int uniform)
{
    if (block->constants && uniform == block->uniform) {
        return 1;
    }
    const ptrdiff_t columns = columns_of(block), rows = uniform ? 1 : SHL_ROWS, before = block->uniform ? 1 : SHL_ROWS;
    double *constants = shl_allocate(batch, (size_t)(columns * rows), sizeof *constants);
    if (!constants) {
        return 0;
    }
    for (ptrdiff_t c = 0; block->constants && c < columns; c++) {
        for (ptrdiff_t row = 0; row < rows; row++) {
            constants[c * rows + row] = block->constants[c * before];
        }
    }
    shl_release(batch, block->constants);
    block->constants = constants;
    block->uniform = uniform;
    return 1;
}

void shl_block_derive(ShoalBatch *batch, ShlBlock *block, int row)
{
    if (!shl_block_depends(batch, block)) {
        shl_block_room(batch, block, 1); // without memory for less, the constants stay as many as they are
    }
    const int columns = columns_of(block), uniform = block->uniform;
    const int first = uniform || row < 0 ? 0 : row, last = uniform ? 1 : row < 0 ? block->used : row + 1;
    for (int r = first; r < last; r++) {
        const int body = block->slot ? block->slot[r][0] : block->body;
        const int environment = block->slot ? block->slot[r][1] : block->env_first + r;
        constants_of(batch, body, environment, batch->constants);
        for (int c = 0; c < columns; c++) {
            block->constants[uniform ? c : c * SHL_ROWS + r] = batch->constants[c];
        }
    }
    note_simple(block);
}

// What the block holds is the batch's from here on, also where there is no memory for the rest.
static int has_large_mesh(const ShlBatchBody *body)
{
    int large = 0;
    for (int s = 0; s < body->shape_count; s++) {
        large |= body->shape[s].mesh && body->shape[s].mesh->faces > SHL_FACES_SHARED;
    }
    return large;
}

static int add_block(ShoalBatch *batch, const ShlBlock *block)
{
    ShlBlock *added = &batch->block[batch->block_count++];
    *added = *block;
    for (int row = 0; row < SHL_ROWS; row++) {
        added->order[row] = (unsigned char)row;
    }
    for (int row = 0; row < block->used; row++) {
        added->large |= has_large_mesh(&batch->body[block->slot ? block->slot[row][0] : block->body]);
    }
    batch->large_blocks += added->large;
    added->aligned = shl_allocate(batch, (size_t)block->like->shape_count, 1);
    added->centred = shl_allocate(batch, (size_t)block->like->shape_count, 1);
    added->isotropic = shl_allocate(batch, (size_t)block->like->shape_count, 1);
    added->diagonal = shl_allocate(batch, (size_t)block->like->shape_count, 1);
    if (!added->aligned || !added->centred || !added->isotropic || !added->diagonal ||
        !shl_block_room(batch, added, !shl_block_depends(batch, added))) {
        return 0;
    }
    shl_block_derive(batch, added, -1);
    return 1;
}

enum {
    RUN = 64
}; // with so many environments a block is a run of environments of one body, else a list of slots of the signature

// The longest run, so that n environments are shared out evenly.
static int run_of(int n)
{
    const int runs = (n + SHL_ROWS - 1) / SHL_ROWS, even = (n + runs - 1) / runs;
    return (even + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
}

static int plan_signature(ShoalBatch *batch, const int *members, int count)
{
    const int n = batch->environments;
    const ShlBatchBody *like = &batch->body[members[0]];
    if (n >= RUN) {
        const int run = run_of(n);
        for (int m = 0; m < count; m++) {
            batch->body[members[m]].block_first = batch->block_count;
            for (int64_t first = 0; first < n; first += run) {
                const int used = n - first < run ? (int)(n - first) : run;
                if (!add_block(batch,
                               &(ShlBlock){.used = used, .body = members[m], .env_first = (int)first, .like = like})) {
                    return 0;
                }
            }
            batch->body[members[m]].block_count = batch->block_count - batch->body[members[m]].block_first;
        }
        return 1;
    }
    const int64_t slots = (int64_t)count * n;
    for (int64_t first = 0; first < slots; first += SHL_ROWS) {
        const int used = slots - first < SHL_ROWS ? (int)(slots - first) : SHL_ROWS;
        ShlBlock block = {.used = used, .body = -1, .env_first = -1, .like = like};
        block.slot = shl_allocate(batch, (size_t)used, sizeof *block.slot);
        if (!block.slot) {
            return 0;
        }
        for (int r = 0; r < used; r++) {
            ShlBatchBody *body = &batch->body[members[(first + r) / n]];
            block.slot[r][0] = (int32_t)(body - batch->body);
            block.slot[r][1] = (int32_t)((first + r) % n);
            if (body->block_count == 0) {
                body->block_first = batch->block_count;
            }
            body->block_count = batch->block_count - body->block_first + 1;
        }
        if (!add_block(batch, &block)) {
            return 0;
        }
    }
    return 1;
}

int shl_plan(ShoalBatch *batch)
{
    const int n = batch->environments, bodies = batch->bodies;
    if (n == 0 || bodies == 0) {
        return 1;
    }
    const size_t most = n >= RUN ? (size_t)bodies * (((size_t)n + SHL_ROWS - 1) / SHL_ROWS)
                                 : (size_t)bodies + (size_t)bodies * (size_t)n / SHL_ROWS;
    batch->block = shl_allocate(batch, most, sizeof *batch->block);
    const size_t columns = SHL_BODY_COLUMNS + (size_t)batch->shape_max * SHL_SHAPE_COLUMNS;
    batch->constants = shl_allocate(batch, columns, sizeof *batch->constants);
    int *group = shl_allocate(batch, (size_t)bodies, sizeof *group); // first body of the same signature
    int *members = shl_allocate(batch, (size_t)bodies, sizeof *members);
    int *firsts = shl_allocate(batch, (size_t)bodies, sizeof *firsts), kinds = 0, done = 0;
    if (batch->block && batch->constants && group && members && firsts) {
        for (int b = 0; b < bodies; b++) {
            int k = 0;
            while (k < kinds && !same_signature(&batch->body[b], &batch->body[firsts[k]])) {
                k++;
            }
            if (k == kinds) {
                firsts[kinds++] = b;
            }
            group[b] = k;
        }
        done = 1;
        for (int k = 0; k < kinds && done; k++) {
            int count = 0;
            for (int b = 0; b < bodies; b++) {
                if (group[b] == k) {
                    members[count++] = b;
                }
            }
            done = plan_signature(batch, members, count);
        }
    }
    shl_release(batch, group);
    shl_release(batch, members);
    shl_release(batch, firsts);
    return done;
}
