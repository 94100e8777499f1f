// The adapter between rows in C and Google Benchmark. With SHOAL_BENCH_FLOPS in the environment it also counts a row's operations.
#include "flops.h"
#include "harness.h"

#include <benchmark/benchmark.h>
#include <cstdlib>

#include "shoal_version.h"

static void measure(benchmark::State &state, const BenchRow &row)
{
    void *data = row.setup(row.arg);
    if (!data) {
        state.SkipWithError("set-up failed");
        return;
    }
    row.run(data, 1); // warm-up
    while (state.KeepRunningBatch(state.max_iterations)) {
        row.run(data, state.max_iterations);
    }
    using benchmark::Counter;
    const double items = row.items * static_cast<double>(state.iterations());
    state.counters["items"] = row.items;
    state.counters["items/s"] = Counter(items, Counter::kIsRate);
    state.counters["s/item"] = Counter(items, Counter::kIsRate | Counter::kInvert);
    if (row.bytes) {
        const double bytes = row.bytes(data) * static_cast<double>(state.iterations());
        state.counters["bytes/s"] = Counter(bytes, Counter::kIsRate);
        state.counters["bytes/item"] = bytes / items;
    }
    if (std::getenv("SHOAL_BENCH_FLOPS")) {
        const BenchFlops counted = bench_flops(row.run, data);
        state.counters["flops/item"] = counted.operations / row.items;
        state.counters["products/item"] = counted.products / row.items;
    }
    if (row.label) {
        char label[128] = "";
        row.label(data, label);
        state.SetLabel(label);
    }
    row.teardown(data);
}

void bench_add(const BenchRow *row)
{
    auto *added = benchmark::RegisterBenchmark(row->name, measure, *row);
    if (row->threads > 1) {
        added->UseRealTime();
    }
}

int main(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::AddCustomContext("shoal", SHOAL_VERSION_STRING);
    benchmark::AddCustomContext("compiler", SHOAL_BENCH_COMPILER);
    benchmark::AddCustomContext("options", SHOAL_BENCH_OPTIONS);
    bench_rows();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
