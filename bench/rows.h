/// @file rows.h
/// One function for each file of rows.
#ifndef SHOAL_BENCH_ROWS_H
#define SHOAL_BENCH_ROWS_H

void bench_step_rows(void);
void bench_forces_rows(void);
void bench_kernel_rows(void);
void bench_sphere_rows(void);
void bench_wrench_rows(void);
void bench_loop_rows(void);
void bench_face_loop_rows(void);
void bench_peak_rows(void);
void bench_mesh_rows(void);
void bench_voxel_rows(void);
void bench_waves_rows(void);
void bench_ocean_rows(void);
void bench_grid_rows(void);

#endif
