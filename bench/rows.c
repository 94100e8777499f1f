// The list of rows: a file of rows has one function here, which calls bench_add() for each of them.
#include "rows.h"
#include "harness.h"

void bench_rows(void)
{
    bench_step_rows();
    bench_forces_rows();
    bench_kernel_rows();
    bench_sphere_rows();
    bench_wrench_rows();
    bench_loop_rows();
    bench_face_loop_rows();
    bench_peak_rows();
    bench_mesh_rows();
    bench_voxel_rows();
    bench_waves_rows();
    bench_ocean_rows();
    bench_grid_rows();
}
