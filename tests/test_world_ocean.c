// The element `ocean` of a world file: reading, refusing, writing. docs/formats.md, "Fluids".
#include "check.h"
#include "files.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORLD(ocean) "<shoal><fluids>\n<volume medium='seawater'>\n" ocean "\n</volume></fluids></shoal>"
#define SEA "<ocean significant_height='1.5' peak_period='6'"

static ShoalScene *load(const char *text)
{
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    if (load_text("world.xml", text, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    return scene;
}

static ShoalScene *again(const ShoalScene *scene)
{
    ShoalError err = {0};
    ShoalScene *read = NULL;
    const char *path = temp_path("again.xml");
    if (shoal_scene_write_world(scene, path, &err) != SHOAL_OK ||
        shoal_scene_load(path, NULL, &read, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    remove(path);
    return read;
}

static void reads_and_writes(void **state)
{
    (void)state;
    ShoalScene *usual = load(WORLD(SEA "/>"));
    const ShoalOcean *ocean = shoal_scene_volume(usual, 0)->ocean;
    assert_non_null(ocean);
    check_abs("gamma", ocean->gamma, 3.3, 0.0);
    check_abs("choppiness", ocean->choppiness, 1.0, 0.0);
    assert_int_equal(ocean->patch_count, 2);
    // eight and 8/6.18 wavelengths, g Tp^2/2 pi, up to four points a wave
    check_rel("side", ocean->patches[0].side, 8.0 * 9.81 * 36.0 / 6.283185307179586, 1e-14);
    check_rel("side", ocean->patches[1].side, 8.0 / 6.18 * 9.81 * 36.0 / 6.283185307179586, 1e-14);
    check_rel("band", ocean->patches[0].k_max, 32.0 * 6.283185307179586 / ocean->patches[0].side, 1e-14);
    check_abs("bands meet", ocean->patches[1].k_min, ocean->patches[0].k_max, 0.0);
    ShoalScene *same = again(usual);
    check_true("usual", scene_differences("usual", usual, same) == 0, "the same scene");
    shoal_scene_destroy(same);
    shoal_scene_destroy(usual);

    ShoalScene *whole = load(WORLD(
        SEA
        " gamma='2' direction='0.6 0.8' spreading='20' choppiness='0.7' repeat='300' exact_height='true' seed='77'>\n"
        "<patch side='333.3' points='256' k_min='0.05' k_max='0.9'/>\n"
        "<patch side='41.7' points='64'><component m='3' n='-2' amplitude='0.1' phase='0.4'/>"
        "<component m='0' n='5' amplitude='0.05'/></patch></ocean>"));
    ocean = shoal_scene_volume(whole, 0)->ocean;
    check_abs("seed", (double)ocean->seed, 77.0, 0.0);
    check_abs("repeat", ocean->repeat, 300.0, 0.0);
    assert_int_equal(ocean->exact_height, 1);
    assert_int_equal(ocean->patches[0].points, 256);
    check_abs("k_min", ocean->patches[0].k_min, 0.05, 0.0);
    assert_int_equal(ocean->patches[1].component_count, 2);
    assert_int_equal(ocean->patches[1].components[0].n, -2);
    check_abs("phase", ocean->patches[1].components[1].phase, 0.0, 0.0);
    same = again(whole);
    check_true("whole", scene_differences("whole", whole, same) == 0, "the same scene");
    shoal_scene_destroy(same);

    ShoalError err = {0};
    check_true("case", shoal_scene_write_case(whole, temp_path("case.json"), &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says("case", err.message, "volume 0 has an ocean, which a case does not hold");
    shoal_scene_destroy(whole);
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {WORLD("<ocean peak_period='6'/>"), "world.xml:3: ocean: no attribute 'significant_height'"},
        {WORLD(SEA " colour='blue'/>"), "unknown attribute 'colour'"},
        {WORLD(SEA "/>\n" SEA "/>"), "ocean: a second one"},
        {WORLD(SEA " gamma='30'/>"), "ocean of volume 0: gamma is 30, and must be from 1 to 20"},
        {WORLD(SEA " seed='1.5'/>"), "accepted: a whole number from 0 to 9007199254740991"},
        {WORLD(SEA " seed='9007199254740993'/>"), "accepted: a whole number from 0 to 9007199254740991"},
        {WORLD(SEA "><patch side='100' points='100'/></ocean>"), "patch 0: points is 100, and must be a power of two"},
        {WORLD(SEA "><patch side='100' points='12.5'/></ocean>"), "points is 12.5; accepted: a power of two"},
        {WORLD(SEA "><patch points='64'/></ocean>"), "patch: no attribute 'side'"},
        {WORLD(SEA "><patch side='100' points='64'><component m='1.5' n='0' amplitude='1'/></patch></ocean>"),
         "m and n are 1.5 and 0; accepted: whole numbers"},
        {WORLD(SEA "><patch side='100' points='64'><component m='40' n='0' amplitude='1'/></patch></ocean>"),
         "component 0 is (40, 0), and must be within 31"},
        {WORLD(SEA "/><wave direction='1 0' wavelength='9' amplitude='0.1'/>"), "volume 0: waves beside an ocean"},
        {WORLD(SEA "/><sampler type='plane'/>"), "volume 0: a sampler beside an ocean"},
    };
    for (size_t r = 0; r < COUNT(rows); r++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        check_true(rows[r].says, load_text("world.xml", rows[r].text, NULL, &scene, &err) != SHOAL_OK, "refused");
        check_says(rows[r].says, err.message, rows[r].says);
        assert_null(scene);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_and_writes), cmocka_unit_test(refusals)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_remove();
    return failed;
}
