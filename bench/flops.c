#define _GNU_SOURCE // for the registers of a signal
#include "flops.h"

#if defined(__x86_64__) && defined(__linux__)

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

typedef struct Operation {
    int map, prefix, lanes; // of opcodes: 1 is 0F, 2 is 0F 38; prefix 1 is 66 (packed doubles), 3 is F2 (one double)
    bool wide;              // W
    unsigned char opcode;
} Operation;

// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, 2.1 to 2.7.
static Operation decode(const unsigned char *code)
{
    Operation op = {0};
    if (code[0] == 0xc5) {
        op = (Operation){.map = 1, .prefix = code[1] & 3, .lanes = 2 << (code[1] >> 2 & 1), .opcode = code[2]};
    } else if (code[0] == 0xc4) {
        op = (Operation){.map = code[1] & 31,
                         .prefix = code[2] & 3,
                         .lanes = 2 << (code[2] >> 2 & 1),
                         .wide = code[2] >> 7,
                         .opcode = code[3]};
    } else if (code[0] == 0x62) {
        op = (Operation){.map = code[1] & 7,
                         .prefix = code[2] & 3,
                         .lanes = 2 << (code[3] >> 5 & 3),
                         .wide = code[2] >> 7,
                         .opcode = code[4]};
    } else if (code[0] == 0xf2 || code[0] == 0x66) {
        const unsigned char *next = code + 1 + ((code[1] & 0xf0) == 0x40); // behind REX
        if (next[0] == 0x0f) {
            op = (Operation){.map = 1, .prefix = code[0] == 0x66 ? 1 : 3, .lanes = 2, .opcode = next[1]};
        }
    }
    return op;
}

static void count(const unsigned char *code, BenchFlops *flops)
{
    const Operation op = decode(code);
    if (op.map == 1 && (op.prefix == 1 || op.prefix == 3)) {
        const bool product = op.opcode == 0x59, counts = product || op.opcode == 0x51 || op.opcode == 0x58 ||
                                                         op.opcode == 0x5c ||
                                                         op.opcode == 0x5e; // square root, sum, difference, quotient
        const int lanes = op.prefix == 3 ? 1 : op.lanes;
        flops->operations += counts ? lanes : 0;
        flops->products += product ? lanes : 0;
        return;
    }
    const int low = op.opcode & 15, high = op.opcode >> 4;
    if (op.map == 2 && op.prefix == 1 && op.wide && low >= 6 && (high == 9 || high == 10 || high == 11)) {
        const int lanes = low >= 9 && low % 2 == 1 ? 1 : op.lanes; // fused; odd ones from 9 on take one double
        flops->operations += 2 * lanes;
        flops->products += lanes;
    }
}

static BenchFlops counted;

// The processor stops before the instruction.
static void on_trap(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    const ucontext_t *at = context;
    count((const unsigned char *)at->uc_mcontext.gregs[REG_RIP], &counted);
}

// Sets or clears the flag that stops after each instruction; below what leaf functions keep under the stack pointer.
static void trap(bool on)
{
    const uint64_t keep = ~(uint64_t)0x100, set = on ? 0x100 : 0;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tandq %0, (%%rsp)\n\torq %1, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp"
                     :
                     : "r"(keep), "r"(set)
                     : "memory", "cc");
}

BenchFlops bench_flops(void (*run)(void *state, int64_t iterations), void *state)
{
    struct sigaction on = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO}, before;
    sigaction(SIGTRAP, &on, &before);
    counted = (BenchFlops){0};
    trap(true);
    run(state, 1);
    trap(false);
    sigaction(SIGTRAP, &before, NULL);
    return counted;
}

#else

BenchFlops bench_flops(void (*run)(void *state, int64_t iterations), void *state)
{
    (void)run;
    (void)state;
    return (BenchFlops){0};
}

#endif
