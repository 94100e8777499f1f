// How far heights between the nodes of a surface grid are from the surface, by the grid's spacing, on the usual ocean.
#include <math.h>
#include <shoal/shoal.h>
#include <stdio.h>

enum { POINTS = 40000, TIMES = 8 };

int main(void)
{
    ShoalError err;
    ShoalScene *scene;
    ShoalBatch *batch;
    ShoalSurfaceSampler *sampler;
    ShoalVolumeDef volume = shoal_volume_def();
    const ShoalOcean ocean = shoal_ocean_def(); // Hs 1 m, Tp 5 s, choppy
    const ShoalBatchDef def = shoal_batch_def();
    static double points[POINTS][2], height[POINTS];
    volume.ocean = &ocean;
    if (shoal_scene_create(&scene, &err) || shoal_scene_add_volume(scene, &volume, NULL, &err) ||
        shoal_batch_create(scene, &def, &batch, &err) || shoal_surface_sampler_create(batch, 0, &sampler, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int i = 0; i < POINTS; i++) { // evenly over 100 m by 100 m, wherever the nodes are (Roberts 2018)
        points[i][0] = 100.0 * fmod(0.7548776662466927 * i, 1.0);
        points[i][1] = 100.0 * fmod(0.5698402909980532 * i, 1.0);
    }
    printf("spacing, m   mean error, mm   root mean square, mm   largest, mm\n");
    for (double spacing = 2.0; spacing >= 0.125; spacing *= 0.5) {
        double sum = 0.0, squares = 0.0, most = 0.0;
        ShoalSurfaceGrid *grid;
        if (shoal_surface_grid_create(batch, 0, spacing, &grid, &err)) {
            fprintf(stderr, "%s\n", err.message);
            return 1;
        }
        for (int t = 0; t < TIMES; t++) {
            const double time = 3.7 * t;
            if (shoal_surface_sampler_sample(sampler, 0, time, POINTS, (const double(*)[2])points, height, NULL, NULL,
                                             &err) ||
                shoal_surface_grid_update(grid, 0, 0.0, 101.0, 0.0, 101.0, time, &err)) {
                fprintf(stderr, "%s\n", err.message);
                return 1;
            }
            for (int i = 0; i < POINTS; i++) {
                const double error = fabs(shoal_surface_grid_height_at(grid, points[i][0], points[i][1]) - height[i]);
                sum += error;
                squares += error * error;
                most = error > most ? error : most;
            }
        }
        const double n = (double)POINTS * TIMES;
        printf("%10.3f %16.2f %22.2f %13.1f\n", spacing, 1e3 * sum / n, 1e3 * sqrt(squares / n), 1e3 * most);
        shoal_surface_grid_destroy(grid);
    }
    shoal_surface_sampler_destroy(sampler);
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    return 0;
}
