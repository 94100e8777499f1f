// shoal waves: the surfaces of a world's volumes and the liquid under them, at points and times; and their spectra.
// docs/formats.md, "The tables of shoal waves".
#include "json.h"
#include "options.h"
#include "output.h"
#include "probes.h"
#include "spectrum.h"
#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 10000000, PROBES = 1024 };

typedef struct Range {
    double first, last;
    int count;
} Range;

/// A rectangle of points: a line where only one axis has more than one.
typedef struct Lattice {
    double from[2], to[2];
    int count[2], axes; // axes 0: not given; 1: a line of count[0] points; 2: a grid
} Lattice;

typedef struct Plan {
    const char *path, *points, *output;
    Lattice line, grid;
    Range times;
    double depth;
    int volume, bins; // bins 0: not given
    bool csv, json, spectrum;
    SettingList settings;
    ShoalScene *scene;
    double (*at)[3]; // z is INFINITY at the surface
    int count;
} Plan;

/// @name Options
/// @{

static bool read_range(char *text, void *into)
{
    Range range;
    int end = 0;
    if (sscanf(text, "%lf:%lf:%d%n", &range.first, &range.last, &range.count, &end) == 3 && text[end] == '\0' &&
        isfinite(range.first) && isfinite(range.last) && range.count >= 1 && range.count <= POINTS_MAX) {
        *(Range *)into = range;
        return true;
    }
    return false;
}

static bool fits(const Lattice *l)
{
    return isfinite(l->from[0]) && isfinite(l->from[1]) && isfinite(l->to[0]) && isfinite(l->to[1]) &&
           l->count[0] >= 1 && l->count[1] >= 1 && l->count[0] <= POINTS_MAX / l->count[1];
}

static bool read_line(char *text, void *into)
{
    Lattice l = {.count = {1, 1}, .axes = 1};
    int end = 0;
    if (sscanf(text, "%lf,%lf:%lf,%lf:%d%n", &l.from[0], &l.from[1], &l.to[0], &l.to[1], &l.count[0], &end) == 5 &&
        text[end] == '\0' && fits(&l)) {
        *(Lattice *)into = l;
        return true;
    }
    return false;
}

static bool read_grid(char *text, void *into)
{
    Lattice l = {.axes = 2};
    int end = 0;
    if (sscanf(text, "%lf,%lf:%lf,%lf:%d,%d%n", &l.from[0], &l.from[1], &l.to[0], &l.to[1], &l.count[0], &l.count[1],
               &end) == 6 &&
        text[end] == '\0' && fits(&l)) {
        *(Lattice *)into = l;
        return true;
    }
    return false;
}

static bool read_index(char *text, void *into)
{
    int index, end = 0;
    if (sscanf(text, "%d%n", &index, &end) == 1 && text[end] == '\0' && index >= 0) {
        *(int *)into = index;
        return true;
    }
    return false;
}

static const OptionKind kind_times = {read_range, "FIRST:LAST:COUNT, as in 0:10:101, in s, COUNT from 1 to 10000000"};
static const OptionKind kind_line = {read_line, "X,Y:X,Y:COUNT, as in 0,0:100,0:201, in m, COUNT from 1 to 10000000"};
static const OptionKind kind_grid = {read_grid,
                                     "X,Y:X,Y:COUNT,COUNT, as in 0,0:50,20:101,41, in m, from 1 to 10000000 points"};
static const OptionKind kind_index = {read_index, "a number of a volume, from 0"};

/// @}
/// @name Points
/// @{

static double between(double from, double to, int k, int count)
{
    return count > 1 ? from + (to - from) * k / (count - 1) : from;
}

static int allocate_points(Plan *plan, int count)
{
    plan->at = malloc((size_t)count * sizeof *plan->at);
    plan->count = count;
    return plan->at ? TOOL_OK : tool_fail(TOOL_OTHER, "no memory for %d points", count);
}

static int lattice_points(Plan *plan, const Lattice *l)
{
    const int code = allocate_points(plan, l->count[0] * l->count[1]);
    for (int k = 0; code == TOOL_OK && k < plan->count; k++) {
        const int i = k % l->count[0], j = k / l->count[0];
        plan->at[k][0] = between(l->from[0], l->to[0], i, l->count[0]);
        plan->at[k][1] = l->axes == 1 ? between(l->from[1], l->to[1], i, l->count[0])
                                      : between(l->from[1], l->to[1], j, l->count[1]);
        plan->at[k][2] = (double)INFINITY;
    }
    return code;
}

/// Two or three numbers a line, with blanks or commas between; what follows a # is left out.
static int read_points(Plan *plan, FILE *file)
{
    char line[512];
    int room = 0, number = 0;
    while (fgets(line, sizeof line, file)) {
        number++;
        if (!strchr(line, '\n') && !feof(file)) {
            return tool_fail(TOOL_FILE, "%s:%d: longer than %zu characters", plan->points, number, sizeof line - 2);
        }
        line[strcspn(line, "#\r\n")] = '\0';
        for (char *c = line; *c; c++) {
            *c = *c == ',' || *c == ';' ? ' ' : *c;
        }
        double at[3] = {0.0, 0.0, (double)INFINITY};
        char rest[2];
        const int found = sscanf(line, "%lf %lf %lf %1s", &at[0], &at[1], &at[2], rest);
        if (found == EOF) {
            continue;
        }
        if (found < 2 || found > 3 || !isfinite(at[0]) || !isfinite(at[1]) || (found == 3 && !isfinite(at[2]))) {
            return tool_fail(TOOL_FILE, "%s:%d: '%.60s'; accepted: x y or x y z, in m", plan->points, number, line);
        }
        if (plan->count == room) {
            room = room ? 2 * room : 256;
            double(*more)[3] = room <= POINTS_MAX ? realloc(plan->at, (size_t)room * sizeof *more) : NULL;
            if (!more) {
                return tool_fail(TOOL_OTHER, "%s: no memory for its points (up to %d are accepted)", plan->points,
                                 POINTS_MAX);
            }
            plan->at = more;
        }
        memcpy(plan->at[plan->count++], at, sizeof at);
    }
    if (ferror(file)) {
        return tool_fail(TOOL_FILE, "%s: cannot be read (%s)", plan->points, strerror(errno));
    }
    return plan->count > 0 ? TOOL_OK
                           : tool_fail(TOOL_FILE, "%s: holds no point; accepted: lines of x y or x y z", plan->points);
}

static int find_points(Plan *plan)
{
    if (!plan->points) {
        return lattice_points(plan, plan->grid.axes ? &plan->grid : &plan->line);
    }
    FILE *file = fopen(plan->points, "r");
    if (!file) {
        return tool_fail(TOOL_FILE, "%s: cannot be opened (%s)", plan->points, strerror(errno));
    }
    const int code = read_points(plan, file);
    fclose(file);
    return code;
}

/// @}
/// @name Tables
/// @{

static const char *const columns[] = {"time", "volume", "x", "y", "z",  "height", "nx", "ny",
                                      "nz",   "u",      "v", "w", "ax", "ay",     "az"};

static void print_head(const Plan *plan, FILE *out)
{
    if (plan->csv) {
        for (int k = 0; k < COUNT(columns); k++) {
            fprintf(out, "%s%s", k ? "," : "", columns[k]);
        }
        fputc('\n', out);
    } else if (!plan->json) {
        fprintf(out, "%9s %3s %10s %10s %9s %9s  %-20s %-26s %s\n", "time s", "vol", "x m", "y m", "z m", "height m",
                "slope x y", "velocity m/s", "acceleration m/s^2");
    }
}

static void print_probe(const Plan *plan, FILE *out, double time, int volume, const Probe *p)
{
    const double values[] = {p->x,
                             p->y,
                             p->z,
                             p->height,
                             p->normal[0],
                             p->normal[1],
                             p->normal[2],
                             p->velocity[0],
                             p->velocity[1],
                             p->velocity[2],
                             p->acceleration[0],
                             p->acceleration[1],
                             p->acceleration[2]};
    char text[NUMBER_LENGTH];
    if (plan->json) {
        Json json = {.out = out};
        json_open(&json, '{');
        json_key(&json, columns[0]);
        json_number(&json, time);
        json_key(&json, columns[1]);
        json_integer(&json, volume);
        for (int k = 0; k < COUNT(values); k++) {
            json_key(&json, columns[k + 2]);
            json_number(&json, values[k]);
        }
        json_close(&json, '}');
        json_line(&json);
    } else if (plan->csv) {
        number_text(time, text);
        fprintf(out, "%s,%d", text, volume);
        for (int k = 0; k < COUNT(values); k++) {
            number_text(values[k], text);
            fprintf(out, ",%s", isfinite(values[k]) ? text : "");
        }
        fputc('\n', out);
    } else if (isnan(p->height)) {
        fprintf(out, "%9.4g %3d %10.4f %10.4f  outside the volume\n", time, volume, p->x, p->y);
    } else if (isnan(p->velocity[0])) {
        fprintf(out, "%9.4g %3d %10.4f %10.4f %9.4f %9.4f  under the bottom\n", time, volume, p->x, p->y, p->z,
                p->height);
    } else {
        fprintf(out, "%9.4g %3d %10.4f %10.4f %9.4f %9.4f  %9.5f %9.5f  %8.4f %8.4f %8.4f  %8.4f %8.4f %8.4f\n", time,
                volume, p->x, p->y, p->z, p->height, -p->normal[0] / p->normal[2], -p->normal[1] / p->normal[2],
                p->velocity[0], p->velocity[1], p->velocity[2], p->acceleration[0], p->acceleration[1],
                p->acceleration[2]);
    }
}

static ShoalStatus print_points(const Plan *plan, FILE *out, Probes *probes, int volume, double time, ShoalError *err)
{
    static Probe list[PROBES];
    ShoalStatus status = SHOAL_OK;
    for (int first = 0; first < plan->count && status == SHOAL_OK && !ferror(out); first += PROBES) {
        const int count = plan->count - first < PROBES ? plan->count - first : PROBES;
        for (int k = 0; k < count; k++) {
            const double *at = plan->at[first + k];
            const double deep = plan->depth >= 0.0 ? probes->level - plan->depth : (double)INFINITY;
            list[k] = (Probe){.x = at[0], .y = at[1], .z = isfinite(at[2]) ? at[2] : deep};
        }
        status = probes_read(probes, time, list, count, err);
        for (int k = 0; k < count && status == SHOAL_OK; k++) {
            print_probe(plan, out, time, volume, &list[k]);
        }
    }
    return status;
}

static ShoalStatus print_volume(const Plan *plan, FILE *out, int volume, ShoalError *err)
{
    Probes probes;
    ShoalStatus status =
        probes_open(&probes, plan->scene, volume, plan->spectrum || plan->count == 1 ? 1 : PROBES, err);
    if (status == SHOAL_OK && plan->spectrum) {
        const SpectrumForm form = plan->json ? SPECTRUM_JSON : plan->csv ? SPECTRUM_CSV : SPECTRUM_TABLE;
        status = spectrum_print(out, form, plan->scene, volume, &probes, plan->at[0], plan->bins, err);
    }
    for (int k = 0; !plan->spectrum && k < plan->times.count && status == SHOAL_OK && !ferror(out); k++) {
        const double time = between(plan->times.first, plan->times.last, k, plan->times.count);
        status = print_points(plan, out, &probes, volume, time, err);
    }
    probes_close(&probes);
    return status;
}

/// @}

static int print_all(Plan *plan)
{
    const int volumes = shoal_scene_volume_count(plan->scene);
    if (volumes == 0) {
        return tool_fail(TOOL_FILE, "%s: has no volume, and so no surface", plan->path);
    }
    if (plan->volume >= volumes) {
        return tool_fail(TOOL_USAGE, "--volume is %d, and the file has %d", plan->volume, volumes);
    }
    if (plan->times.count == 0) {
        plan->times = (Range){shoal_scene_time(plan->scene), shoal_scene_time(plan->scene), 1};
    }
    Output output;
    int code = output_open(&output, plan->output);
    if (code != TOOL_OK) {
        return code;
    }
    ShoalError err;
    ShoalStatus status = SHOAL_OK;
    if (!plan->spectrum) {
        print_head(plan, output.file);
    }
    for (int v = plan->volume < 0 ? 0 : plan->volume; v < (plan->volume < 0 ? volumes : plan->volume + 1); v++) {
        status = status == SHOAL_OK ? print_volume(plan, output.file, v, &err) : status;
    }
    if (status != SHOAL_OK) {
        output_abandon(&output);
        return tool_fail_status(&err);
    }
    return output_close(&output);
}

// Options that would say nothing beside others.
static int check(Plan *plan)
{
    const struct {
        bool refused;
        const char *says;
    } rows[] = {
        {plan->csv && plan->json, "--csv beside --json; accepted: one of them"},
        {plan->points && (plan->line.axes || plan->grid.axes),
         "--points beside --line or --grid; accepted: one of them"},
        {plan->line.axes && plan->grid.axes, "--line beside --grid; accepted: one of them"},
        {plan->bins && !plan->spectrum, "--bins without --spectrum; accepted: both"},
        {plan->spectrum && plan->times.count, "--times beside --spectrum, which is of a record from the file's start"},
        {plan->spectrum && plan->depth >= 0.0, "--depth beside --spectrum, which is of the surface's height"},
    };
    for (int k = 0; k < COUNT(rows); k++) {
        if (rows[k].refused) {
            return tool_fail(TOOL_USAGE, "%s", rows[k].says);
        }
    }
    plan->bins = plan->bins ? plan->bins : 40;
    return plan->bins <= 10000 ? TOOL_OK : tool_fail(TOOL_USAGE, "--bins is %d; accepted: up to 10000", plan->bins);
}

static int load(Plan *plan)
{
    ShoalLoadOptions options = shoal_load_options();
    options.settings = plan->settings.list;
    options.setting_count = plan->settings.count;
    options.warn = tool_warn;
    ShoalError err;
    return shoal_scene_load(plan->path, &options, &plan->scene, &err) == SHOAL_OK ? TOOL_OK : tool_fail_status(&err);
}

int waves_command(int argc, char **argv)
{
    Plan plan = {.output = "-", .volume = -1, .depth = -1.0, .line = {.count = {1, 1}}};
    const Option options[] = {
        {"points", "FILE", &option_text, &plan.points, "points, a line each: x y, or x y z, in m"},
        {"line", "RANGE", &kind_line, &plan.line, "points along a line: X,Y:X,Y:COUNT"},
        {"grid", "RANGE", &kind_grid, &plan.grid, "points of a grid: X,Y:X,Y:COUNT,COUNT, rows along x"},
        {"depth", "METRES", &option_duration, &plan.depth,
         "how deep under the mean level velocity and\nacceleration are taken; default: at the surface"},
        {"times", "RANGE", &kind_times, &plan.times, "FIRST:LAST:COUNT, in s; default: the file's start"},
        {"volume", "NUMBER", &kind_index, &plan.volume, "of this volume alone; default: of all"},
        {"spectrum", NULL, NULL, &plan.spectrum,
         "the spectrum of the volume's waves in bins of frequency,\nand of a long record at the first point"},
        {"bins", "COUNT", &option_count, &plan.bins, "of the spectrum; default: 40"},
        {"csv", NULL, NULL, &plan.csv, "comma-separated values, a head line first"},
        {"json", NULL, NULL, &plan.json, "one JSON object a line"},
        {"output", "FILE", &option_text, &plan.output, "default: standard output"},
        {"set", "NAME=VALUE", &option_setting, &plan.settings, "a variable of the world; may be given again"},
    };
    const Usage usage = {
        .command = "waves",
        .operands = "FILE",
        .purpose =
            "Prints the surface of the volumes of a world or a case: its height and slope, and the velocity and the\n"
            "acceleration of the liquid, at points and times. Without points: at 0, 0. A point above the surface\n"
            "is taken at the surface. To see the sea drawn: tools/plot_waves.py; its\n"
            "spectrum: tools/plot_spectrum.py.",
        .example = "shoal waves --line 0,0:200,0:401 --times 0:8:9 --csv examples/waves.xml",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        plan.path = argv[1];
        code = check(&plan);
        code = code == TOOL_OK ? load(&plan) : code;
        code = code == TOOL_OK ? find_points(&plan) : code;
        code = code == TOOL_OK ? print_all(&plan) : code;
    }
    free(plan.at);
    shoal_scene_destroy(plan.scene);
    free(plan.settings.list);
    return code;
}
