// The shoal program, as a shell sees it: what it prints, what it leaves behind, and its exit codes.
#include "check.h"
#include "files.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char world[] = "<shoal version='0.1.0'>\n"
                            "  <timestep value='0.01'/>\n"
                            "  <params><mass value='500'/></params>\n"
                            "  <fluids>\n"
                            "    <ambient medium='air'/>\n"
                            "    <volume density='1000' viscosity='0.001' surface_height='0'>\n"
                            "      <wave direction='1 0' wavelength='9' amplitude='0.1'/>\n"
                            "    </volume>\n"
                            "  </fluids>\n"
                            "  <objects>\n"
                            "    <box name='box' mass='@@mass'>\n"
                            "      <dim x='1' y='1' z='1'/><state pos='0.30000000000000004 0 0.1'/>\n"
                            "    </box>\n"
                            "    <sphere name='a, \"b\"' mass='9000'>\n"
                            "      <dim radius='1'/><state pos='5 0 -3'/>\n"
                            "    </sphere>\n"
                            "  </objects>\n"
                            "</shoal>\n";

static void each_command_helps(void **state)
{
    (void)state;
    static const struct {
        const char *command, *options;
    } rows[] = {
        {"run",
         "envs steps time dt threads isa faces set seed json csv every record compress record-terms save restore "
         "environments hash-file quiet"},
        {"replay", "threads isa json"},
        {"show", "json"},
        {"eval", "faces isa"},
        {"verify", "envs steps time dt threads isa splits against hash-file junit environments faces set seed"},
        {"check", "set"},
        {"convert", "set"},
        {"waves", "points line grid depth times volume spectrum bins csv json output set"},
        {"info", "json"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char arguments[64], options[256], *rest;
        snprintf(arguments, sizeof arguments, "%s --help", rows[i].command);
        const Answer answer = ask_well(arguments);
        check_true(rows[i].command, *answer.err == '\0', "silence on standard error");
        check_says(rows[i].command, answer.out, "usage: shoal ");
        check_says(rows[i].command, answer.out, "\nexample:\n  shoal ");
        snprintf(options, sizeof options, "%s", rows[i].options);
        for (char *name = strtok_r(options, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
            char option[64];
            snprintf(option, sizeof option, "\n  --%s ", name);
            check_says(rows[i].command, answer.out, option);
        }
        check_says("shoal --help", ask_well("--help").out, rows[i].command);
    }
    check_says("version", ask_well("--version").out, shoal_version());
    check_end();
}

static void bad_usage_and_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *sentence;
    } rows[] = {
        {"", 2, "no command given; accepted: run, eval, replay, show, verify, check, convert, waves, mesh or info"},
        {"rnu world.xml", 2, "there is no command 'rnu'; the closest is 'run'"},
        {"run", 2, "run: 0 files given; accepted: FILE"},
        {"run world.xml world.xml", 2, "run: 2 files given; accepted: FILE"},
        {"info world.xml", 2, "info: 1 file given; accepted: none"},
        {"run --stpes 5 world.xml", 2, "run has no option --stpes; the closest is --steps"},
        {"verify --thread 1 world.xml", 2, "verify has no option --thread; the closest is --threads"},
        {"run -q world.xml", 2, "run has no option -q"},
        {"run world.xml --steps", 2, "--steps has no value; accepted: a whole number, at least 0"},
        {"run --quiet=yes world.xml", 2, "--quiet takes no value, and was given 'yes'"},
        {"run --envs 0 world.xml", 2, "--envs is '0'; accepted: a whole number, at least 1"},
        {"run --envs 1.5 world.xml", 2, "--envs is '1.5'"},
        {"run --envs 99999999999999999999 world.xml", 2, "--envs is '99999999999999999999'"},
        {"run --steps -1 world.xml", 2, "--steps is '-1'; accepted: a whole number, at least 0"},
        {"run --dt 0 world.xml", 2, "--dt is '0'; accepted: a number above 0"},
        {"run --dt nan world.xml", 2, "--dt is 'nan'; accepted: a number above 0"},
        {"run --dt 1e999 world.xml", 2, "--dt is '1e999'; accepted: a number above 0"},
        {"run --dt 0.1s world.xml", 2, "--dt is '0.1s'"},
        {"run --time -1 world.xml", 2, "--time is '-1'; accepted: a number, at least 0"},
        {"run --time 1e300 world.xml", 2, "accepted: up to 1e15 steps"},
        {"run --time 1 --steps 1 world.xml", 2, "--steps and --time are both given; accepted: one of them"},
        {"run --threads 0 world.xml", 2, "--threads is '0'; accepted: a whole number, at least 1"},
        {"run --isa sse world.xml", 2, "--isa is 'sse'; accepted: best, scalar, avx2, avx512 or neon"},
        {"run --faces 17 world.xml", 2,
         "--faces is '17'; accepted: fine, standard, whole, or a number of points from 3"},
        {"run --every 0 world.xml", 2, "--every is '0'; accepted: a whole number, at least 1"},
        {"run --seed -3 world.xml", 2, "--seed is '-3'"},
        {"run --set mass world.xml", 2, "--set is 'mass'; accepted: name=value"},
        {"run --json --csv x world.xml", 2, "--json and --csv are both given; accepted: one of them"},
        {"run --environments 3 --envs 3 world.xml", 2, "--environments is 3; accepted: all, or a number below --envs"},
        {"verify --threads 1,,2 world.xml", 2, "--threads is '1,,2'; accepted: whole numbers"},
        {"verify --threads 1 --isa scalar world.xml", 2, "one combination has nothing to be compared with"},
        {"verify --splits 3 --envs 2 world.xml", 2, "--splits is 3; accepted: up to --envs, which is 2"},
        {"convert world.xml world.obj", 2, "the file to write is 'world.obj'; accepted: a path that ends with .xml"},
        {"run none.xml", 3, "none.xml: cannot be opened: No such file"},
        {"run broken.xml", 3, "broken.xml:"},
        {"run empty.json", 3, "empty.json:1: the file is empty"},
        {"run --set wind=3 world.xml", 3, "setting 'wind'"},
        {"run --set mass=-1 world.xml", 3, "box: mass is"},
        {"eval world.xml none.json", 3, "none.json: cannot be opened"},
        {"check none.json world.xml", 3, "none.json: cannot be opened"},
        {"convert none.xml x.json", 3, "none.xml: cannot be opened"},
        {"verify --against none.txt world.xml", 3, "none.txt: cannot be opened"},
        {"verify --against world.xml world.xml", 3,
         "world.xml:1: not a hash file; accepted: a first line '# shoal hash 1'"},
        {"verify --against short.txt world.xml", 3, "short.txt:3: accepted: a step"},
        {"verify --against bare.txt world.xml", 3, "bare.txt: holds no digest"},
        {"run --csv none/x.csv world.xml", 4, "none/x.csv: cannot be written: No such file"},
        {"run --hash-file none/x world.xml", 4, "none/x: cannot be written: No such file"},
        {"convert world.xml none/x.json", 4, "none/x.json: cannot be written"},
    };
    temp_write("broken.xml", "<shoal version='0.1.0'>", 23);
    temp_write("empty.json", "", 0);
    static const char bare[] = "# shoal hash 1\n";
    static const char cut[] = "# shoal hash 1\n1 00112233445566778899aabbccddeeff\n2 00112233\n";
    temp_write("bare.txt", bare, sizeof bare - 1);
    temp_write("short.txt", cut, sizeof cut - 1);
    ask("");
    const int files = temp_count();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const Answer answer = ask(rows[i].arguments);
        check_abs(rows[i].arguments, answer.code, rows[i].code, 0.0);
        check_says(rows[i].arguments, answer.err, rows[i].sentence);
        check_says(rows[i].arguments, answer.err, "shoal: ");
        check_abs(rows[i].arguments, lines(answer.err), 1.0, 0.0);
        check_abs(rows[i].arguments, temp_count(), files, 0.0);
    }
    check_end();
}

static void too_little_memory_is_told(void **state)
{
    (void)state;
    if (shell("ulimit -v 1000000; \"$shoal\" --version").code != 0) {
        printf("skipped: this build needs more address space than can be limited\n");
        skip();
    }
    const Answer answer = shell("ulimit -v 1000000; \"$shoal\" run --envs 100000000 world.xml");
    assert_int_equal(answer.code, 4);
    check_says("memory", answer.err, "shoal: no memory for ");
    check_end();
}

static void frames_are_json_lines(void **state)
{
    (void)state;
    const Answer answer = ask_well("run world.xml --steps 10 --every 4 --json");
    assert_string_equal(answer.err, "");
    assert_int_equal(lines(answer.out), 5);
    static const int steps[] = {0, 4, 8, 10};
    static const struct {
        const char *key;
        int size;
    } vectors[] = {{"position", 3},         {"quaternion", 4}, {"linear_velocity", 3},
                   {"angular_velocity", 3}, {"force", 3},      {"moment", 3}};
    for (int i = 0; i < 4; i++) {
        cJSON *frame = json_line(answer.out, i);
        assert_int_equal(cJSON_GetObjectItem(frame, "step")->valueint, steps[i]);
        assert_int_equal(cJSON_GetObjectItem(frame, "environment")->valueint, 0);
        check_abs("time", cJSON_GetObjectItem(frame, "time")->valuedouble, 0.01 * steps[i], 1e-15);
        const cJSON *bodies = cJSON_GetObjectItem(frame, "bodies");
        assert_int_equal(cJSON_GetArraySize(bodies), 2);
        assert_string_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(bodies, 1), "name")->valuestring, "a, \"b\"");
        const cJSON *box = cJSON_GetArrayItem(bodies, 0);
        for (size_t k = 0; k < COUNT(vectors); k++) {
            check_abs(vectors[k].key, cJSON_GetArraySize(cJSON_GetObjectItem(box, vectors[k].key)), vectors[k].size,
                      0.0);
        }
        check_range("submerged", cJSON_GetObjectItem(box, "submerged_fraction")->valuedouble, 0.3, 0.7);
        if (i == 0) { // to the last bit
            const double x = cJSON_GetArrayItem(cJSON_GetObjectItem(box, "position"), 0)->valuedouble, want = 0.1 + 0.2;
            check_equal_bits("0.1 + 0.2", &x, &want, sizeof x);
        }
        cJSON_Delete(frame);
    }
    check_end();
}

static void hash_does_not_depend_on_how_it_is_run(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "--threads 2", "--isa scalar", "--every 1", "--every 1 --environments all", "--hash-file hashes.txt",
        "--every 7",
    };
    char want[33], got[33], line[256];
    copy_hash(ask_well("run world.xml --envs 5 --seed 9 --steps 30 --threads 1 --json").out, want);
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(line, sizeof line, "run world.xml --envs 5 --seed 9 --steps 30 --json %s", rows[i]);
        copy_hash(ask_well(line).out, got);
        check_true(rows[i], strcmp(want, got) == 0, "the same hash");
    }
    snprintf(line, sizeof line, "%s\n", want);
    assert_string_equal(ask_well("run world.xml --envs 5 --seed 9 --time 0.3 --quiet").out, line);
    check_says("table", ask_well("run world.xml --envs 5 --seed 9 --time 0.3").out, want);
    copy_hash(ask_well("run world.xml --envs 5 --seed 10 --steps 30 --json").out, got);
    check_true("another seed", strcmp(want, got) != 0, "another hash");
    check_end();
}

static void table_shows_where_everything_is(void **state)
{
    (void)state;
    const Answer answer = ask_well("run world.xml --steps 1");
    static const char *const parts[] = {"gravity   0 0 -9.81", "2 dynamic", "1 step of 0.01 s", "draft m", "tilt deg",
                                        "submerged",           "speed m/s", "body-steps/s",     "hash "};
    for (size_t i = 0; i < COUNT(parts); i++) {
        check_says("table", answer.out, parts[i]);
    }
    check_true("no terminal", *answer.err == '\0', "no progress line");
    check_end();
}

static void seed_moves_all_environments_but_the_first(void **state)
{
    (void)state;
    const Answer answer = ask_well("run world.xml --envs 3 --seed 1 --steps 0 --environments all --json");
    double position[3][3];
    for (int e = 0; e < 3; e++) {
        cJSON *frame = json_line(answer.out, e);
        const cJSON *box = cJSON_GetArrayItem(cJSON_GetObjectItem(frame, "bodies"), 0);
        for (int k = 0; k < 3; k++) {
            position[e][k] = cJSON_GetArrayItem(cJSON_GetObjectItem(box, "position"), k)->valuedouble;
        }
        cJSON_Delete(frame);
    }
    const double start[3] = {0.1 + 0.2, 0.0, 0.1};
    check_equal_bits("environment 0", position[0], start, sizeof start);
    for (int e = 1; e < 3; e++) {
        check_vector("within 1 cm", position[e], start, 3, 0.01, 1.0);
        check_true("moved", position[e][0] != start[0] && position[e][1] != start[1], "another start");
    }
    check_true("both", position[1][0] != position[2][0], "different starts");
    check_end();
}

static void csv_has_the_same_columns(void **state)
{
    (void)state;
    ask_well("run world.xml --envs 2 --steps 10 --every 5 --environments all --csv frames.csv");
    char *file = contents("frames.csv");
    static const char header[] = "step,time,environment,name,position_x,position_y,position_z,quaternion_w,quaternion_"
                                 "x,quaternion_y,quaternion_z,"
                                 "linear_velocity_x,linear_velocity_y,linear_velocity_z,angular_velocity_x,angular_"
                                 "velocity_y,angular_velocity_z,"
                                 "force_x,force_y,force_z,moment_x,moment_y,moment_z,submerged_fraction\n";
    assert_int_equal(strncmp(file, header, strlen(header)), 0);
    assert_int_equal(lines(file), 1 + 3 * 2 * 2);
    check_says("first row", file, "\n0,0,0,box,0.30000000000000004,0,0.1,1,0,0,0,0,0,0,0,0,0,");
    check_says("quotes", file, "\n0,0,1,\"a, \"\"b\"\"\",5,0,-3,");
    check_says("last", file, "\n10,0.1,1,");
    const Answer answer = ask_well("run world.xml --envs 2 --steps 10 --every 5 --environments all --csv -");
    assert_string_equal(answer.out, file);
    free(file);
    check_end();
}

static void failures_leave_no_partial_file(void **state)
{
    (void)state;
    temp_write("kept.csv", "mine\n", 5);
    ask("");
    const int files = temp_count();
    static const char *const rows[] = {
        "\"$shoal\" run --csv kept.csv --set mass=-1 world.xml",
        "\"$shoal\" run --csv kept.csv --isa nothing world.xml",
        "timeout --preserve-status -s TERM 0.5 \"$shoal\" run --csv kept.csv --hash-file x --steps 100000000 world.xml",
        ("\"$shoal\" run --csv kept.csv --hash-file x --steps 100000000 world.xml & sleep 0.5; kill -TERM $!; "
         "kill -HUP $!; wait $!"),
        "ulimit -f 1; \"$shoal\" run --csv kept.csv --steps 1000 --every 1 world.xml",
        "ulimit -v 1000000; \"$shoal\" run --csv kept.csv --envs 100000000 world.xml",
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char line[512];
        snprintf(line, sizeof line, "trap '' XFSZ; %s", rows[i]);
        check_true(rows[i], shell(line).code != 0, "failure");
        check_abs(rows[i], temp_count(), files, 0.0);
        char *kept = contents("kept.csv");
        check_true(rows[i], strcmp(kept, "mine\n") == 0, "what was there stays");
        free(kept);
    }
    check_end();
}

static void output_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *line, *sentence;
    } rows[] = {
        {"\"$shoal\" run world.xml --steps 1 >/dev/full", "standard output cannot be written: No space left"},
        {"\"$shoal\" run world.xml --steps 999 --every 1 --json >/dev/full",
         "standard output: cannot be written: No space"},
        {"\"$shoal\" eval world.xml >/dev/full", "standard output cannot be written: No space left"},
        {"\"$shoal\" --help >&-", "standard output cannot be written: Bad file descriptor"},
        {"\"$shoal\" run world.xml --steps 999 --every 1 --csv /dev/full",
         "/dev/full: cannot be written: No space left"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const Answer answer = shell(rows[i].line);
        check_abs(rows[i].line, answer.code, 4.0, 0.0);
        check_says(rows[i].line, answer.err, rows[i].sentence);
        check_abs(rows[i].line, lines(answer.err), 1.0, 0.0);
    }
    // Nobody reads on: no word about it.
    const Answer answer = shell("\"$shoal\" run world.xml --steps 5000 --every 1 --json | head -n 1");
    assert_int_equal(lines(answer.out), 1);
    assert_string_equal(answer.err, "");
    check_end();
}

static void eval_answers_in_order(void **state)
{
    (void)state;
    ask_well("convert world.xml case.json");
    const Answer answer = ask_well("eval case.json world.xml");
    assert_int_equal(lines(answer.out), 2);
    const size_t half = strlen(answer.out) / 2; // a world and its case are one scene
    assert_int_equal(strncmp(answer.out, answer.out + half, half), 0);
    static const char *const keys[] = {"terms",         "fluid_total",  "gravity", "added_mass",
                                       "damping_total", "acceleration", "shapes"};
    static const char *const terms[] = {"buoyancy", "acceleration", "drag",      "viscous",       "magnus",
                                        "entry",    "radiation",    "kirchhoff", "drag_pressure", "drag_friction"};
    static const char *const found[] = {"volume_index",   "volume",          "wet_volume",          "wet_centroid",
                                        "dry_centroid",   "waterplane_area", "waterplane_centroid", "surface_height",
                                        "surface_normal", "liquid_velocity", "liquid_acceleration", "radiation_b"};
    cJSON *line = json_line(answer.out, 0);
    const cJSON *bodies = cJSON_GetObjectItem(line, "bodies"), *body = cJSON_GetArrayItem(bodies, 1);
    assert_int_equal(cJSON_GetArraySize(bodies), 2);
    assert_int_equal(cJSON_GetArraySize(body), COUNT(keys));
    for (size_t k = 0; k < COUNT(keys); k++) {
        check_true(keys[k], cJSON_GetObjectItem(body, keys[k]) != NULL, "being there");
    }
    for (size_t k = 0; k < COUNT(terms); k++) {
        const cJSON *term = cJSON_GetObjectItem(cJSON_GetObjectItem(body, "terms"), terms[k]);
        check_abs(terms[k], cJSON_GetArraySize(cJSON_GetObjectItem(term, "force")), 3.0, 0.0);
        check_abs(terms[k], cJSON_GetArraySize(cJSON_GetObjectItem(term, "moment")), 3.0, 0.0);
    }
    const cJSON *shape = cJSON_GetArrayItem(cJSON_GetObjectItem(body, "shapes"), 0);
    assert_int_equal(cJSON_GetArraySize(shape), COUNT(found));
    for (size_t k = 0; k < COUNT(found); k++) {
        check_true(found[k], cJSON_GetObjectItem(shape, found[k]) != NULL, "being there");
    }
    // The whole sphere is under water: rho g V.
    const cJSON *buoyancy = cJSON_GetObjectItem(cJSON_GetObjectItem(body, "terms"), "buoyancy");
    check_rel("buoyancy", cJSON_GetArrayItem(cJSON_GetObjectItem(buoyancy, "force"), 2)->valuedouble, 41092.0319089545,
              1e-9);
    cJSON_Delete(line);

    const Answer stopped = ask("eval world.xml none.json case.json"); // nothing after the bad one
    assert_int_equal(stopped.code, 3);
    assert_int_equal(lines(stopped.out), 1);
    check_end();
}

static void verify_finds_no_difference(void **state)
{
    (void)state;
    const Answer answer = ask_well("verify world.xml --envs 5 --seed 2 --steps 20 --threads 1,2 --hash-file good.txt");
    check_says("verify", answer.out, "\n  scalar              1        1  ");
    check_says("verify", answer.out, "reference");
    check_says("verify", answer.out, "\n  scalar              2        2  ");
    check_says("verify", answer.out, "\nsame\n");
    check_true("verify", !strstr(answer.out, "different"), "no difference");
    check_says("missing sets", answer.out,
               strstr(answer.out, "\n  avx2  ") ? "neon: skipped, not in this build"
                                                : "avx2: skipped, not in this build");
    char *file = contents("good.txt");
    assert_int_equal(lines(file), 21);
    assert_int_equal(strncmp(file, "# shoal hash 1\n1 ", 17), 0);
    ask_well("run world.xml --envs 5 --seed 2 --steps 20 --hash-file run.txt");
    char *of_run = contents("run.txt");
    assert_string_equal(of_run, file);
    free(of_run);

    check_says("against", ask_well("verify world.xml --envs 5 --seed 2 --against good.txt").out,
               "good.txt: same, in 20 of its 20 lines");
    char *digit = strstr(file, "\n7 ") + 3;
    *digit = *digit == '0' ? '1' : '0';
    temp_write("bad.txt", file, strlen(file));
    free(file);
    const Answer bad = ask("verify world.xml --envs 5 --seed 2 --threads 1 --against bad.txt");
    assert_int_equal(bad.code, 1);
    check_says("tampered", bad.out, "bad.txt: different, first at step 7 (line 8): ");
    check_says("tampered", bad.out, "\ndifferent\n");
    check_end();
}

static void verify_names_the_environment(void **state)
{
    (void)state;
    ask_well("verify world.xml --envs 3 --steps 5 --threads 1 --isa scalar --hash-file each.txt --environments");
    char *file = contents("each.txt");
    assert_int_equal(lines(file), 1 + 5 * 3);
    ask_well("verify world.xml --envs 3 --against each.txt --threads 1 --isa scalar");
    char *digit = strstr(file, "\n4 2 ") + 5;
    *digit = *digit == '0' ? '1' : '0';
    temp_write("each.txt", file, strlen(file));
    free(file);
    const Answer bad = ask("verify world.xml --envs 3 --against each.txt --threads 1 --isa scalar");
    assert_int_equal(bad.code, 1);
    check_says("tampered", bad.out, "different, first at step 4, environment 2 (line ");
    const Answer few = ask("verify world.xml --envs 2 --against each.txt --threads 1 --isa scalar");
    assert_int_equal(few.code, 3);
    check_says("fewer environments", few.err, "each.txt:4: ");
    check_end();
}

static void check_explains(void **state)
{
    (void)state;
    const Answer answer = ask_well("check world.xml --set mass=250");
    check_says("check", answer.out, "world.xml: accepted");
    check_says("check", answer.out, "'box': dynamic, 1 shape, 250 kg, 1 m^3, 250 kg/m^3");
    check_says("check", answer.out, "0.25 times as dense as its liquid, it floats");
    check_says("check", answer.out, "draft 0.249"); // 0.25 m less what the air lifts
    check_says("check", answer.out,
               "starts under the surface of volume 0; 2.149 times as dense as its liquid, it sinks");
    const Answer bad = ask("check none.xml world.xml"); // goes on
    check_says("check", bad.out, "world.xml: accepted");
    check_end();
}

static void convert_goes_both_ways(void **state)
{
    (void)state;
    ask_well("convert world.xml one.json");
    ask_well("convert one.json two.xml");
    ask_well("convert two.xml three.json");
    char *first = contents("one.json"), *third = contents("three.json");
    assert_string_equal(first, third);
    free(first);
    free(third);
}

static void info_is_one_object(void **state)
{
    (void)state;
    cJSON *info = json_line(ask_well("info --json").out, 0);
    assert_string_equal(cJSON_GetObjectItem(info, "version")->valuestring, shoal_version());
    const cJSON *scalar = cJSON_GetObjectItem(cJSON_GetObjectItem(info, "isa"), "scalar");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(scalar, "here")));
    assert_true(cJSON_GetObjectItem(info, "threads")->valueint >= 1);
    cJSON_Delete(info);
    check_says("text", ask_well("info").out, "taken by default");
    check_end();
}

static int set_up(void **state)
{
    (void)state;
    temp_write("world.xml", world, sizeof world - 1);
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
        cmocka_unit_test(each_command_helps),
        cmocka_unit_test(bad_usage_and_files_are_refused),
        cmocka_unit_test(too_little_memory_is_told),
        cmocka_unit_test(frames_are_json_lines),
        cmocka_unit_test(hash_does_not_depend_on_how_it_is_run),
        cmocka_unit_test(table_shows_where_everything_is),
        cmocka_unit_test(seed_moves_all_environments_but_the_first),
        cmocka_unit_test(csv_has_the_same_columns),
        cmocka_unit_test(failures_leave_no_partial_file),
        cmocka_unit_test(output_that_cannot_be_written_is_told),
        cmocka_unit_test(eval_answers_in_order),
        cmocka_unit_test(verify_finds_no_difference),
        cmocka_unit_test(verify_names_the_environment),
        cmocka_unit_test(check_explains),
        cmocka_unit_test(convert_goes_both_ways),
        cmocka_unit_test(info_is_one_object),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
