// shoal waves: its numbers against the formula of a wave, its spectra against the energy of a sea, and what it refuses.
#include "check.h"
#include "files.h"
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A wave along x in a current along y, in a volume that ends at x = 50.
static const char one_wave[] =
    "<shoal version='0.1.0'><gravity value='0 0 -9.81'/><fluids>\n"
    "<volume density='1000' viscosity='0.001' velocity='0 0.5 0' surface_height='2' max='50 inf'>\n"
    "<wave direction='1 0' wavelength='9' amplitude='0.1' phase='0.3'/></volume>\n"
    "</fluids></shoal>\n";
static const char a_sea[] = "<shoal version='0.1.0'><fluids><volume medium='seawater'><sea significant_height='2'\n"
                            "peak_period='7' components='128' discretisation='jittered_step' seed='4'/></volume>\n"
                            "</fluids></shoal>\n";

static void points_and_times(void **state)
{
    (void)state;
    static const char points[] = "# x y z\n1.5 2\n-3, 4, 1.2\n60 0 0\n\n7 8 5 # above\n";
    temp_write("points.txt", points, sizeof points - 1);
    const double at[][3] = {{1.5, 2.0, INFINITY}, {-3.0, 4.0, 1.2}, {60.0, 0.0, 0.0}, {7.0, 8.0, INFINITY}};
    const double k = 6.283185307179586 / 9.0, omega = sqrt(9.81 * k);
    const char *text = ask_well("waves --points points.txt --times 1:2:2 --json one.xml").out;
    assert_int_equal(lines(text), 8);
    for (int row = 0; row < 8; row++) {
        const double time = row < 4 ? 1.0 : 2.0, *p = at[row % 4];
        cJSON *line = json_line(text, row);
        const double theta = k * p[0] - omega * time + 0.3, height = 2.0 + 0.1 * cos(theta);
        assert_true(cJSON_GetObjectItem(line, "time")->valuedouble == time);
        if (p[0] == 60.0) {
            assert_true(cJSON_IsNull(cJSON_GetObjectItem(line, "height")));
            cJSON_Delete(line);
            continue;
        }
        const double z = fmin(p[2], height), speed = 0.1 * omega * exp(k * (z - 2.0));
        const double u = speed * cos(theta), w = speed * sin(theta), steep = 0.1 * k * sin(theta);
        const double want[] = {p[0],
                               p[1],
                               z,
                               height,
                               steep / hypot(1.0, steep),
                               u,
                               0.5,
                               w,
                               omega * w - k * u * w + k * w * u,
                               k * (u * u + w * w) - omega * u};
        static const char *const keys[] = {"x", "y", "z", "height", "nx", "u", "v", "w", "ax", "az"};
        for (size_t c = 0; c < COUNT(keys); c++) {
            char what[64];
            snprintf(what, sizeof what, "row %d, %s", row, keys[c]);
            check_abs(what, cJSON_GetObjectItem(line, keys[c])->valuedouble, want[c], 1e-11);
        }
        cJSON_Delete(line);
    }
    check_end();
}

static void lines_grids_and_columns(void **state)
{
    (void)state;
    const char *text = ask_well("waves --grid 0,0:2,1:3,2 --csv one.xml").out;
    assert_int_equal(lines(text), 7);
    check_says("head", text, "time,volume,x,y,z,height,nx,ny,nz,u,v,w,ax,ay,az\n0,0,0,0,");
    check_says("second row along x", text, "\n0,0,1,0,");
    check_says("last", text, "\n0,0,2,1,");
    check_says("deep", ask_well("waves --depth 1.5 --csv one.xml").out, "\n0,0,0,0,0.5,");
    text = ask_well("waves --line 40,0:60,0:3 --csv one.xml").out;
    check_says("outside", text, "\n0,0,60,0,,,,,,,,,,,");
    check_says("outside", ask_well("waves --line 40,0:60,0:3 one.xml").out, "outside the volume");
    ask_well("waves --csv --output out.csv one.xml");
    free(contents("out.csv"));
    check_end();
}

// A river of 16 m, 2 m deep, that falls by 0.01 along x, u = 1.5 (1 - (y/8)^2) (h/2)^(1/7): on the surface, a metre under the
// level, under the bed, beyond the bank; and a pool's floor.
static void rivers_and_floors(void **state)
{
    (void)state;
    static const char river[] =
        "<shoal version='0.1.0'><fluids><volume density='1000' viscosity='0' surface_height='3'>\n"
        "<sampler type='river' direction='1 0' slope='0.01' width='16' depth='2' speed='1.5'/></volume>\n"
        "<volume medium='water' bottom_height='-1'><wave direction='1 0' wavelength='9' amplitude='0.1'/></volume>\n"
        "</fluids></shoal>\n";
    static const char points[] = "20 4\n20 4 2\n20 4 0.7\n20 9\n20 0 -1.5\n";
    temp_write("river.xml", river, sizeof river - 1);
    temp_write("river.txt", points, sizeof points - 1);
    const double nan = (double)NAN, down = 0.01, slope = sqrt(1.0 + down * down);
    const double fast = 1.5 * 0.75 / slope,
                 slow = fast * pow(0.6, 1.0 / 7.0); // 0.8 m under the surface, 1.2 m over the bed
    const double want[][4] = {{2.8, 2.8, fast, -down * fast},
                              {2.0, 2.8, slow, -down * slow},
                              {0.7, 2.8, nan, nan},
                              {nan, nan, nan, nan},
                              {-1.5, 2.8, nan, nan}};
    static const char *const keys[] = {"z", "height", "u", "w"};
    const char *text = ask_well("waves --volume 0 --points river.txt --json river.xml").out;
    assert_int_equal(lines(text), COUNT(want));
    for (size_t row = 0; row < COUNT(want); row++) {
        cJSON *line = json_line(text, (int)row);
        for (size_t c = 0; c < COUNT(keys); c++) {
            char what[64];
            snprintf(what, sizeof what, "row %zu, %s", row, keys[c]);
            const cJSON *found = cJSON_GetObjectItem(line, keys[c]);
            check_true(what, cJSON_IsNull(found) == isnan(want[row][c]), "there or not");
            if (!isnan(want[row][c])) {
                check_abs(what, found->valuedouble, want[row][c], 1e-12);
            }
        }
        cJSON_Delete(line);
    }
    text = ask_well("waves --volume 1 --depth 2 --csv river.xml").out;
    check_says("csv", text, "\n0,1,0,0,-2,0.1,");
    check_says("csv", text, ",1,,,,,,\n");
    check_says("table", ask_well("waves --volume 1 --depth 2 river.xml").out, "0.1000  under the bottom\n");
    check_end();
}

// The record of a sea has its energy, and its spectrum's shape within what 64 pieces tell.
static void spectra(void **state)
{
    (void)state;
    const char *text = ask_well("waves --spectrum --bins 12 --json sea.xml").out;
    assert_int_equal(lines(text), 12);
    double waves = 0.0, record = 0.0, target = 0.0;
    for (int row = 0; row < 12; row++) {
        cJSON *line = json_line(text, row);
        double values[5];
        static const char *const keys[] = {"low", "high", "waves", "record", "target"};
        for (size_t c = 0; c < COUNT(keys); c++) {
            values[c] = cJSON_GetObjectItem(line, keys[c])->valuedouble;
        }
        const double width = values[1] - values[0];
        waves += values[2] * width;
        record += values[3] * width;
        target += values[4] * width;
        if (values[4] * width > 0.01 * 0.25) { // of the whole
            check_rel("record of a bin", values[3], values[4], 0.25);
        }
        cJSON_Delete(line);
    }
    check_rel("energy of the waves", waves, 4.0 / 16.0, 1e-12);
    check_rel("energy of the target", target, 4.0 / 16.0, 0.02);
    check_rel("energy of the record", record, 4.0 / 16.0, 0.05);
    check_says("table", ask_well("waves --spectrum sea.xml").out, "significant height 2 m of its waves");
    check_says("csv", ask_well("waves --spectrum --csv one.xml").out, "volume,low,high,waves,record,target\n");
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *sentence;
    } rows[] = {
        {"waves --times 1:2 one.xml", 2, "--times is '1:2'; accepted: FIRST:LAST:COUNT"},
        {"waves --line 0,0:1:5 one.xml", 2, "--line is '0,0:1:5'; accepted: X,Y:X,Y:COUNT"},
        {"waves --grid 0,0:1,1:5 one.xml", 2, "--grid is '0,0:1,1:5'; accepted: X,Y:X,Y:COUNT,COUNT"},
        {"waves --volume 1 one.xml", 2, "--volume is 1, and the file has 1"},
        {"waves --csv --json one.xml", 2, "--csv beside --json"},
        {"waves --points bad.txt one.xml", 3, "bad.txt:2: '1 two'; accepted: x y or x y z, in m"},
        {"waves --points none.txt one.xml", 3, "none.txt: cannot be opened"},
        {"waves --points bad.txt --line 0,0:1,0:2 one.xml", 2, "--points beside --line or --grid"},
        {"waves --spectrum --line 51,0:60,0:2 one.xml", 2, "the spectrum's point (51, 0) is outside the volume"},
        {"waves --spectrum ocean.xml", 2, "volume 0 has an ocean; accepted: waves or a sea"},
        {"waves --points long.txt one.xml", 3, "long.txt:2: longer than 510 characters"},
        {"waves --line 0,0:1,0:2 --grid 0,0:1,1:2,2 one.xml", 2, "--line beside --grid; accepted: one of them"},
        {"waves --line 0,0:1,0:10000001 one.xml", 2, "COUNT from 1 to 10000000"},
        {"waves --times nan:1:2 one.xml", 2, "--times is 'nan:1:2'"},
        {"waves --bins 5 one.xml", 2, "--bins without --spectrum; accepted: both"},
        {"waves --spectrum --bins 10001 one.xml", 2, "--bins is 10001; accepted: up to 10000"},
        {"waves --spectrum --times 0:1:2 one.xml", 2, "--times beside --spectrum"},
        {"waves --spectrum --depth 1 one.xml", 2, "--depth beside --spectrum"},
        {"waves --spectrum still.xml", 2, "volume 0 has no waves that move, and so no spectrum"},
        {"waves dry.xml", 3, "dry.xml: has no volume, and so no surface"},
    };
    temp_write("bad.txt", "1 2\n1 two\n", 10);
    static const char still[] = "<shoal version='0.1.0'><fluids><volume medium='water'/></fluids></shoal>";
    static const char dry[] = "<shoal version='0.1.0'/>";
    static const char ocean[] = "<shoal version='0.1.0'><fluids><volume medium='water'>"
                                "<ocean significant_height='1' peak_period='5'/></volume></fluids></shoal>";
    char longer[604] = "1 2\n3 4 #";
    memset(longer + 9, ' ', sizeof longer - 10);
    temp_write("long.txt", longer, sizeof longer - 1);
    temp_write("ocean.xml", ocean, sizeof ocean - 1);
    temp_write("still.xml", still, sizeof still - 1);
    temp_write("dry.xml", dry, sizeof dry - 1);
    for (size_t k = 0; k < COUNT(rows); k++) {
        const Answer answer = ask(rows[k].arguments);
        check_true(rows[k].arguments, answer.code == rows[k].code, "exit code");
        check_says(rows[k].arguments, answer.err, rows[k].sentence);
        check_true(rows[k].arguments, *answer.out == '\0', "nothing on standard output");
    }
    check_end();
}

static int set_up(void **state)
{
    (void)state;
    temp_write("one.xml", one_wave, sizeof one_wave - 1);
    temp_write("sea.xml", a_sea, sizeof a_sea - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    forget();
    temp_remove();
    return 0;
}

int main(void)
{
    if (!getenv("SHOAL_PROGRAM")) {
        printf("skipped: SHOAL_PROGRAM does not say where the program is\n");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_times),  cmocka_unit_test(lines_grids_and_columns),
        cmocka_unit_test(rivers_and_floors), cmocka_unit_test(spectra),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
