// MuJoCo's fluid forces on free bodies of the four shapes: mj_passive with a fluid less mj_passive without, ns per body, thread's
// CPU time. MuJoCo puts the whole body in one fluid: no surface, so no buoyancy of a cut, and neither entry nor radiation; its drag
// does not depend on the Reynolds number. Its ellipsoid model has drag, viscous drag, Kutta and Magnus lift and added mass as a
// force; its inertia-box model has quadratic and viscous drag of a box of the same inertia.
//
// usage: fluid    Prints JSON. Linked with the library of a wheel of MuJoCo from PyPI (tools/bench does that).
#include <mujoco/mujoco.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 21, SHAPES = 4 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// `bodies` free bodies of the four shapes in turn from shape `first` on; `fluid` 0: none.
static mjModel *model_of(int bodies, int first, int ellipsoid, int fluid)
{
    static const char *const shape[SHAPES] = {"type=\"sphere\" size=\"0.25\"", "type=\"box\" size=\"0.25 0.2 0.15\"",
                                              "type=\"cylinder\" size=\"0.2 0.3\"",
                                              "type=\"capsule\" size=\"0.2 0.25\""};
    const size_t room = 512 + 256 * (size_t)bodies;
    char *text = malloc(room), error[256];
    int at = snprintf(text, room, "<mujoco><option density=\"%g\" viscosity=\"%g\"/><worldbody>", fluid ? 998.2 : 0.0,
                      fluid ? 1.002e-3 : 0.0);
    for (int b = 0; b < bodies; b++) {
        at += snprintf(text + at, room - (size_t)at,
                       "<body pos=\"%d 0 0\"><freejoint/><geom %s density=\"499.1\" fluidshape=\"%s\"/></body>", 2 * b,
                       shape[(first + b) % SHAPES], ellipsoid ? "ellipsoid" : "none");
    }
    snprintf(text + at, room - (size_t)at, "</worldbody></mujoco>");
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "bodies.xml", text, (int)strlen(text));
    mjModel *model = mj_loadXML("bodies.xml", &vfs, error, sizeof error);
    mj_deleteVFS(&vfs);
    free(text);
    if (!model) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    return model;
}

// A velocity for each degree of freedom, near 1 m/s and 3 rad/s, and everything that mj_passive needs.
static mjData *data_of(const mjModel *model)
{
    mjData *data = mj_makeData(model);
    for (int k = 0; k < model->nv; k++) {
        data->qvel[k] = (k % 6 < 3 ? 0.6 : 1.8) * (1.0 + 0.01 * (k % 17));
    }
    mj_forward(model, data);
    return data;
}

static double passive(const mjModel *model, mjData *data, int calls)
{
    const double begun = now();
    for (int k = 0; k < calls; k++) {
        mj_passive(model, data);
    }
    return (now() - begun) / calls;
}

// Median of the differences of calls with and without a fluid, in turn.
static double fluid_ns(int bodies, int first, int ellipsoid)
{
    mjModel *wet = model_of(bodies, first, ellipsoid, 1), *dry = model_of(bodies, first, ellipsoid, 0);
    mjData *wet_data = data_of(wet), *dry_data = data_of(dry);
    const int calls = bodies == 1 ? 2000 : 4;
    double difference[REPEATS];
    passive(wet, wet_data, calls);
    passive(dry, dry_data, calls);
    for (int r = 0; r < REPEATS; r++) {
        difference[r] = passive(wet, wet_data, calls) - passive(dry, dry_data, calls);
    }
    qsort(difference, REPEATS, sizeof *difference, ascending);
    mj_deleteData(wet_data);
    mj_deleteData(dry_data);
    mj_deleteModel(wet);
    mj_deleteModel(dry);
    return difference[REPEATS / 2] / bodies;
}

int main(void)
{
    printf("{\"version\": \"%s\"", mj_versionString());
    for (int ellipsoid = 0; ellipsoid < 2; ellipsoid++) {
        double one = 0.0;
        for (int s = 0; s < SHAPES; s++) {
            one += fluid_ns(1, s, ellipsoid) / SHAPES;
        }
        printf(", \"%s_1\": %.2f, \"%s_1000\": %.2f", ellipsoid ? "ellipsoid" : "box", one,
               ellipsoid ? "ellipsoid" : "box", fluid_ns(1000, 0, ellipsoid));
    }
    printf("}\n");
}
