// Saved states as files, and states as text: a run goes on from them in another process with the same bits.
#include "check.h"
#include "files.h"
#include "program.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const worlds[] = {"fluid_pool", "waves", "stream", "hull"};

static void run_goes_on_from_a_file(void **state)
{
    (void)state;
    const int count = quick() ? 2 : (int)COUNT(worlds);
    for (int i = 0; i < count; i++) {
        char line[2048], whole[33], rest[33];
        snprintf(line, sizeof line, "run \"$SHOAL_SOURCE/examples/%s.xml\" --envs 5 --seed 4 --steps 60 --json",
                 worlds[i]);
        copy_hash(ask_well(line).out, whole);
        snprintf(line, sizeof line,
                 "run \"$SHOAL_SOURCE/examples/%s.xml\" --envs 5 --seed 4 --steps 25 --save half.state --quiet "
                 "--threads 3",
                 worlds[i]);
        ask_well(line);
        snprintf(
            line, sizeof line,
            "run \"$SHOAL_SOURCE/examples/%s.xml\" --restore half.state --steps 35 --json --threads 1 --isa scalar "
            "--save end.state",
            worlds[i]);
        copy_hash(ask_well(line).out, rest);
        check_equal_bits(worlds[i], rest, whole, 32);
        snprintf(line, sizeof line,
                 "\"$shoal\" run \"$SHOAL_SOURCE/examples/%s.xml\" --restore half.state --steps 35 --quiet --threads 2 "
                 "--save again.state && cmp end.state again.state",
                 worlds[i]);
        check_abs(worlds[i], shell(line).code, 0.0, 0.0);
    }
    check_end();
}

static void other_states_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *says;
    } rows[] = {
        {"run \"$SHOAL_SOURCE/examples/crates.xml\" --restore pool.state", 3, "is of another scene or face rule"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore pool.state --faces fine", 3, "face rule"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore pool.state --envs 4", 2,
         "accepted: 3, which pool.state has"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore pool.state --seed 4", 2, "--restore and --seed"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore none.state", 3, "none.state: cannot be opened: "},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore cut.state", 3, "cut.state: memory has 600 bytes"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore bad.state", 3,
         "bad.state: the saved batch is damaged"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --restore pool.state --save pool.state", 2, "read and written"},
        {"run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --save none/a.state", 4, "none/a.state: cannot be written"},
    };
    ask_well("run \"$SHOAL_SOURCE/examples/fluid_pool.xml\" --envs 3 --steps 5 --save pool.state --quiet");
    shell("head -c 600 pool.state >cut.state; { head -c 999 pool.state; printf x; tail -c +1001 pool.state; } "
          ">bad.state");
    const int before = temp_count();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const Answer answer = ask(rows[i].arguments);
        check_abs(rows[i].arguments, answer.code, rows[i].code, 0.0);
        check_says(rows[i].arguments, answer.err, rows[i].says);
    }
    check_abs("files", temp_count(), before, 0.0);
    check_end();
}

/// Parts of a save go into smaller batches, and the saves of these join into the whole again.
static void parts_join(void **state)
{
    (void)state;
    enum { N = 7 };
    ShoalError err = {0};
    ShoalScene *scene = scene_mixed(12, 3);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = N;
    def.hash = 1;
    ShoalBatch *whole = batch_of(scene, def);
    const double mass = 77.0;
    assert_int_equal(shoal_batch_set_param(whole, SHOAL_PARAM_MASS, 1, 0, 4, &mass, &err), SHOAL_OK);
    step(whole, 0.004, 3);
    const size_t bytes = shoal_batch_save_bytes(whole);
    unsigned char *saved = malloc(bytes), *after = malloc(bytes), *parts = malloc(4 * bytes);
    assert_int_equal(shoal_batch_save(whole, saved, bytes, &err), SHOAL_OK);
    step(whole, 0.004, 5);
    assert_int_equal(shoal_batch_save(whole, after, bytes, &err), SHOAL_OK);
    size_t at = 0;
    static const int first[] = {0, 3, 3, 4, N};
    for (int i = 0; i < 4; i++) { // one of them empty
        def.environments = first[i + 1] - first[i];
        ShoalBatch *part = batch_of(scene, def);
        assert_int_equal(shoal_batch_restore_part(part, saved, bytes, first[i], &err), SHOAL_OK);
        step(part, 0.004, 5);
        assert_int_equal(shoal_batch_save(part, parts + at, 4 * bytes - at, &err), SHOAL_OK);
        at += shoal_batch_save_bytes(part);
        shoal_batch_destroy(part);
    }
    size_t joined = at;
    int environments;
    assert_int_equal(shoal_save_join(parts, &joined, &err), SHOAL_OK);
    assert_int_equal(joined, bytes);
    check_equal_bits("joined", parts, after, bytes);
    assert_int_equal(shoal_save_environments(parts, joined, &environments, &err), SHOAL_OK);
    assert_int_equal(environments, N);

    memcpy(parts, saved, bytes); // with another time step
    memcpy(parts + bytes, after, bytes);
    step(whole, 0.003, 1);
    assert_int_equal(shoal_batch_save(whole, parts + bytes, bytes, &err), SHOAL_OK);
    joined = 2 * bytes;
    assert_int_equal(shoal_save_join(parts, &joined, &err), SHOAL_ERR_ARGUMENT);
    check_says("join", err.message, "another time step");
    parts[bytes + 200] ^= 1;
    assert_int_equal(shoal_save_join(parts, &joined, &err), SHOAL_ERR_FORMAT);
    def.environments = 4;
    ShoalBatch *part = batch_of(scene, def);
    assert_int_equal(shoal_batch_restore_part(part, saved, bytes, 4, &err), SHOAL_ERR_ARGUMENT);
    check_says("too far", err.message, "7 environments; 4 are asked for from 4 on");
    shoal_batch_destroy(part);
    shoal_batch_destroy(whole);
    shoal_scene_destroy(scene);
    free(saved);
    free(after);
    free(parts);
    check_end();
}

/// Printed with every digit, which cJSON does not do by itself. From malloc.
static char *exact(cJSON *item)
{
    for (cJSON *child = item->child; child; child = child->next) {
        free(exact(child));
    }
    if (cJSON_IsNumber(item)) {
        item->valuestring = cJSON_malloc(32);
        snprintf(item->valuestring, 32, "%.17g", item->valuedouble);
        item->type = cJSON_Raw;
    }
    return cJSON_PrintUnformatted(item);
}

/// The numbers of a frame put into a case give the same state to the last bit, whose run goes the same way.
static void text_is_exact(void **state)
{
    (void)state;
    static const char *const fields[] = {"position", "quaternion", "linear_velocity", "angular_velocity"};
    const double dt = 0.00390625; // so that the time of the frame is exact
    char line[512];
    ask_well("convert \"$SHOAL_SOURCE/examples/waves.xml\" start.json");
    snprintf(line, sizeof line, "run start.json --dt %g --steps 80 --every 40 --json", dt);
    const Answer whole = ask_well(line);
    cJSON *middle = json_line(whole.out, 1), *end = json_line(whole.out, 2);
    char *text = contents("start.json");
    cJSON *start = cJSON_Parse(text);
    const int bodies = cJSON_GetArraySize(cJSON_GetObjectItem(start, "bodies"));
    for (int b = 0; b < bodies; b++) {
        const cJSON *from = cJSON_GetArrayItem(cJSON_GetObjectItem(middle, "bodies"), b);
        for (size_t f = 0; f < COUNT(fields); f++) {
            cJSON_ReplaceItemInObject(cJSON_GetArrayItem(cJSON_GetObjectItem(start, "bodies"), b), fields[f],
                                      cJSON_Duplicate(cJSON_GetObjectItem(from, fields[f]), 1));
        }
    }
    cJSON_ReplaceItemInObject(start, "time", cJSON_Duplicate(cJSON_GetObjectItem(middle, "time"), 1));
    char *written = exact(start);
    temp_write("middle.json", written, strlen(written));
    snprintf(line, sizeof line, "run middle.json --dt %g --steps 40 --every 40 --json --isa scalar", dt);
    cJSON *again = json_line(ask_well(line).out, 1);
    char *want = exact(cJSON_GetObjectItem(end, "bodies")), *got = exact(cJSON_GetObjectItem(again, "bodies"));
    assert_string_equal(got, want);
    free(want);
    free(got);
    free(written);
    free(text);
    cJSON_Delete(again);
    cJSON_Delete(start);
    cJSON_Delete(middle);
    cJSON_Delete(end);
    check_end();
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
        cmocka_unit_test(run_goes_on_from_a_file),
        cmocka_unit_test(other_states_are_refused),
        cmocka_unit_test(parts_join),
        cmocka_unit_test(text_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
