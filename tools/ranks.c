#include "ranks.h"
#include "tool.h"

#include <string.h>

#ifdef SHL_HAVE_MPI

#include <mpi.h>

#include <stdlib.h>

static int rank, ranks = 1;

/// What launchers set: Open MPI, and those that speak PMI (MPICH, Slurm).
static bool launched(void) { return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK"); }

int ranks_begin(void)
{
    if (!launched()) {
        return TOOL_OK;
    }
    int given;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        return tool_fail(TOOL_OTHER, "MPI cannot be started, though a launcher started this process");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return TOOL_OK;
}

void ranks_end(void)
{
    int begun;
    MPI_Initialized(&begun);
    if (begun) {
        MPI_Finalize();
    }
}

void ranks_abort(int code)
{
    if (ranks > 1) {
        MPI_Abort(MPI_COMM_WORLD, code);
    }
}

int ranks_count(void) { return ranks; }

bool ranks_first(void) { return rank == 0; }

int ranks_settle(int code)
{
    if (ranks == 1) {
        tool_release(true);
        return code;
    }
    int here = code == TOOL_OK ? ranks : rank, lowest;
    MPI_Allreduce(&here, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    tool_release(lowest == rank);
    if (lowest < ranks) {
        MPI_Bcast(&code, 1, MPI_INT, lowest, MPI_COMM_WORLD);
    }
    return code;
}

bool ranks_any(bool here)
{
    int one = here;
    if (ranks > 1) {
        MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    }
    return one != 0;
}

double ranks_most(double here)
{
    if (ranks > 1) {
        MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    return here;
}

uint64_t ranks_sum(uint64_t here)
{
    if (ranks > 1) {
        MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    }
    return here;
}

enum { PIECE = 1 << 30 }; // bytes of a message, whose count is an int

static int piece_of(uint64_t left) { return left < PIECE ? (int)left : PIECE; }

static void receive(int from, unsigned char *at, uint64_t count)
{
    for (; count > 0; count -= (uint64_t)piece_of(count), at += PIECE) {
        MPI_Recv(at, piece_of(count), MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void gather_first(uint64_t count, unsigned char *all)
{
    uint64_t *counts = malloc((size_t)ranks * sizeof *counts);
    if (!counts) {
        tool_fail(TOOL_OTHER, "no memory for the messages of %d ranks", ranks);
        MPI_Abort(MPI_COMM_WORLD, TOOL_OTHER);
        return;
    }
    MPI_Gather(&count, 1, MPI_UINT64_T, counts, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    unsigned char *at = all + count;
    for (int r = 1; r < ranks; at += counts[r++]) {
        receive(r, at, counts[r]);
    }
    free(counts);
}

static void gather_other(const unsigned char *bytes, uint64_t count)
{
    MPI_Gather(&count, 1, MPI_UINT64_T, NULL, 0, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (; count > 0; count -= (uint64_t)piece_of(count), bytes += PIECE) {
        MPI_Send(bytes, piece_of(count), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
}

void ranks_gather(const void *bytes, size_t count, void *all)
{
    if (rank > 0) {
        gather_other(bytes, count);
        return;
    }
    memcpy(all, bytes, count);
    if (ranks > 1) {
        gather_first(count, all);
    }
}

#else

enum { rank = 0, ranks = 1 };

int ranks_begin(void) { return TOOL_OK; }
void ranks_end(void) {}
void ranks_abort(int code) { (void)code; }
int ranks_count(void) { return ranks; }
bool ranks_first(void) { return true; }

int ranks_settle(int code)
{
    tool_release(true);
    return code;
}

bool ranks_any(bool here) { return here; }
double ranks_most(double here) { return here; }
uint64_t ranks_sum(uint64_t here) { return here; }
void ranks_gather(const void *bytes, size_t count, void *all) { memcpy(all, bytes, count); }

#endif

void ranks_share(int environments, int *first, int *count)
{
    const int each = environments / ranks, more = environments % ranks;
    *count = each + (rank < more);
    *first = rank * each + (rank < more ? rank : more);
}
