// 4096 environments of a ball let go under water, each with its own mass; prints how fast the lightest and heaviest rise.
#include <shoal/shoal.h>
#include <stdio.h>

enum { N = 4096 };

int main(void)
{
    ShoalError err;
    ShoalScene *scene;
    ShoalBatch *batch;
    ShoalVolumeDef pool = shoal_volume_def(); // still fresh water, level 0
    ShoalShapeDef ball = shoal_shape_def(SHOAL_SPHERE);
    ShoalBodyDef body = shoal_body_def();
    ShoalBatchDef def = shoal_batch_def();
    ShoalView velocity;
    static double mass[N];
    ball.radius = 0.02;
    body.mass = 0.0027;
    body.position[2] = -2.0;
    body.shapes = &ball;
    body.shape_count = 1;
    def.environments = N;
    for (int e = 0; e < N; e++) {
        mass[e] = 0.0027 * (1.0 + 4.0 * e / N);
    }
    if (shoal_scene_create(&scene, &err) || shoal_scene_add_volume(scene, &pool, NULL, &err) ||
        shoal_scene_add_body(scene, &body, NULL, &err) || shoal_batch_create(scene, &def, &batch, &err) ||
        shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 0, 0, SHOAL_EACH_ENVIRONMENT, mass, &err) ||
        shoal_batch_step(batch, 0.001, 500, &err) || shoal_batch_field(batch, SHOAL_LINEAR_VELOCITY, &velocity, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    const double *rise = velocity.data + 2 * velocity.stride[2]; // component z of body 0
    printf("after 0.5 s: %.4f m/s at %.4f kg, %.4f m/s at %.4f kg\n", rise[0], mass[0], rise[N - 1], mass[N - 1]);
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    return 0;
}
