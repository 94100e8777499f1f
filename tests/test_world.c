// World files: reading, refusing, writing. docs/formats.md, "World".
#include "files.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static ShoalScene *load(const char *text)
{
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    if (load_text("world.xml", text, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    return scene;
}

static ShoalScene *load_with(const char *text, const char *name, const char *value)
{
    const ShoalSetting setting = {name, value};
    ShoalLoadOptions options = shoal_load_options();
    options.settings = &setting;
    options.setting_count = 1;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    if (load_text("world.xml", text, &options, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    return scene;
}

static const ShoalBodyDef *body(const ShoalScene *scene, const char *name)
{
    const ShoalBodyDef *found = shoal_scene_body(scene, shoal_scene_body_index(scene, name));
    if (!found) {
        fail_msg("no body '%s'", name);
    }
    return found;
}

static void the_whole_format(void **state)
{
    (void)state;
    ShoalScene *scene = load(
        "<shoal version='0.1.0'>\n"
        "<gravity value='0, 0, -1.62'/><timestep value='0.001'/><time value='12.5'/>\n"
        "<fluids>\n"
        "  <ambient medium='air' velocity='1 2 3'/>\n"
        "  <volume name='lake' density='1260' viscosity='1.41' velocity='0.1,0,0' surface_height='0.7'\n"
        "          bottom_height='-2' min='-2 -inf' max='inf, 1.2' wave_radiation='0.5' grid_spacing='0.6'>\n"
        "    <wave direction='1 0' wavelength='20' amplitude='0.3' phase='0.5'/>\n"
        "    <wave direction='0.6 0.8' wavelength='7' amplitude='0.1'/>\n"
        "  </volume>\n"
        "  <volume medium='seawater'><sampler type='plane' surface_height='1' slope='0.1 0.2' velocity='1 0 0'\n"
        "          acceleration='0 0 1'/></volume>\n"
        "</fluids>\n"
        "<objects>\n"
        "  <sphere name='ball' mass='2'><dim radius='0.5'/><state pos='1 2 3'/></sphere>\n"
        "  <box name='crate' density='500' body_type='static'><dim x='1' y='2' z='3'/></box>\n"
        "  <cylinder name='log' mass='3'><dim radius='0.2' height='2'/>\n"
        "    <inertia xx='1' xy='0.1' xz='0' yy='2' yz='0' zz='2.5'/>\n"
        "    <state pos='0 0 1' quat='0 1 0 0' lin_vel='1 0 0' ang_vel='0 0 2'/>\n"
        "    <fluid enabled='false' buoyancy='0' drag='0.7' skin_friction='0.01' magnus_lift='0.2' added_mass='2'\n"
        "           faces='fine'/></cylinder>\n"
        "  <capsule name='float' mass='1' com='0 0 -0.1' body_type='kinematic'><dim radius='0.1' height='0.4'/>\n"
        "    <state pos='1 0 0' quat='0 1 0 0'/></capsule>\n"
        "  <compound name='raft' mass='10' com='0.5 0 0'>\n"
        "    <inertia xx='1' xy='0' xz='0' yy='1' yz='0' zz='1'/>\n"
        "    <fluid drag='2'/>\n"
        "    <children>\n"
        "      <box><dim x='1' y='1' z='1'/><pose pos='1 0 0' quat='0.6 0 0 0.8'/></box>\n"
        "      <sphere><dim radius='0.5'/><fluid skin_friction='0' box_added_mass='potential'/></sphere>\n"
        "    </children>\n"
        "    <state pos='0 0 5' quat='0.6 0 0 0.8'/>\n"
        "  </compound>\n"
        "</objects>\n"
        "</shoal>\n");
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    assert_true(gravity[2] == -1.62 && shoal_scene_timestep(scene) == 0.001 && shoal_scene_time(scene) == 12.5);
    ShoalMedium air;
    assert_true(shoal_scene_ambient(scene, &air) && air.density == 1.204 && air.velocity[2] == 3.0);
    assert_int_equal(shoal_scene_volume_count(scene), 2);
    const ShoalVolumeDef *lake = shoal_scene_volume(scene, 0), *sea = shoal_scene_volume(scene, 1);
    assert_true(lake->medium.density == 1260.0 && lake->medium.viscosity == 1.41 && lake->medium.velocity[0] == 0.1);
    assert_true(lake->surface_height == 0.7 && lake->bottom_height == -2.0 && lake->wave_radiation == 0.5);
    assert_true(lake->grid_spacing == 0.6 && sea->grid_spacing == 0.0);
    assert_true(lake->min[0] == -2.0 && isinf(lake->min[1]) && isinf(lake->max[0]) && lake->max[1] == 1.2);
    assert_true(lake->wave_count == 2 && lake->waves[0].phase == 0.5 && lake->waves[1].direction[1] == 0.8);
    assert_true(sea->sampler && sea->sampler->slope[1] == 0.2 && sea->sampler->acceleration[2] == 1.0);
    assert_true(sea->medium.density == shoal_medium_seawater().density && isinf(sea->bottom_height));

    const ShoalBodyDef *ball = body(scene, "ball");
    assert_true(ball->mass == 2.0 && ball->position[2] == 3.0 && fabs(ball->inertia[0] - 0.2) < 1e-15);
    assert_true(body(scene, "crate")->mass == 3000.0 && body(scene, "crate")->type == SHOAL_STATIC);
    const ShoalBodyDef *log = body(scene, "log");
    const ShoalCoefficients *c = &log->shapes[0].coefficients;
    assert_true(log->inertia[1] == 0.1 && log->inertia[5] == 2.5 && log->angular_velocity[2] == 2.0);
    assert_true(!c->enabled && !c->buoyancy && c->drag == 0.7 && c->skin_friction == 0.01 && c->added_mass == 2.0);
    assert_true(log->shapes[0].faces == SHOAL_FACES_FINE && log->shapes[0].height == 2.0);

    // The frame is at (1, 0, 0) with x half a turn round: its centre of mass, 0.1 under it, is 0.1 above.
    const ShoalBodyDef *capsule = body(scene, "float");
    assert_true(capsule->type == SHOAL_KINEMATIC && capsule->shapes[0].offset[2] == 0.1);
    assert_true(capsule->position[0] == 1.0 && fabs(capsule->position[2] - 0.1) < 1e-15);

    // Turned by 2 atan(4/3) about z, x becomes (-0.28, 0.96, 0).
    const ShoalBodyDef *raft = body(scene, "raft");
    assert_int_equal(raft->shape_count, 2);
    assert_true(fabs(raft->position[0] + 0.14) < 1e-15 && fabs(raft->position[1] - 0.48) < 1e-15);
    assert_true(raft->shapes[0].offset[0] == 0.5 && raft->shapes[1].offset[0] == -0.5);
    assert_true(raft->shapes[0].offset_quaternion[3] == 0.8 && raft->shapes[1].type == SHOAL_SPHERE);
    assert_true(raft->shapes[0].coefficients.drag == 2.0 && raft->shapes[0].coefficients.skin_friction == 0.005);
    assert_true(raft->shapes[1].coefficients.drag == 2.0 && raft->shapes[1].coefficients.skin_friction == 0.0);
    assert_int_equal(raft->shapes[1].box_added_mass, SHOAL_BOX_POTENTIAL);
    assert_int_equal(round_trip_differences("whole", scene), 0);
    shoal_scene_destroy(scene);
}

// As RaiSim writes and documents it: camelCase, com on primitives, what a fluid does not need.
static char warnings[1024];
static void keep_warning(void *user, const char *sentence)
{
    ++*(int *)user;
    snprintf(warnings + strlen(warnings), sizeof warnings - strlen(warnings), "%s\n", sentence);
}

static void a_world_made_for_raisim(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\" ?>\n<raisim version=\"1.0\">\n"
        "<timeStep value=\"0.001\"/> <erp erp=\"0.3\" erp2=\"0.002\" />\n"
        "<objects>\n"
        "  <ground name=\"ground\" height=\"0\" material=\"steel\"><dim height=\"0\"/><state/></ground>\n"
        "  <ground name=\"ground2\"/>\n"
        "  <heightmap name=\"hills\" xSample=\"3\" height=\"0 1 0\"/>\n"
        "  <sphere name=\"ball\" mass=\"0.8\" com=\"0.000000, 0.000000, 0.000000\" material=\"steel\" "
        "appearance=\"red\"\n"
        "          collision_group=\"1\" collision_mask=\"-1\">\n"
        "    <dim radius=\"0.5\" /> <state pos=\"0 0 5\" quat=\"1 0 0 0\" linVel=\"1 0 0\" angVel=\"0 2 0\" "
        "/></sphere>\n"
        "  <box name=\"box\" mass=\"1\" collisionGroup=\"1\" collisionMask=\"-1\"><dim x=\"1\" y=\"1\" "
        "z=\"2\"/></box>\n"
        "  <compound name=\"compound\" mass=\"10\" com=\"0 0 0\">\n"
        "    <inertia xx=\"1\" xy=\"0\" xz=\"0\" yy=\"1\" yz=\"0\" zz=\"1\" />\n"
        "    <children>\n"
        "      <sphere name=\"sphere\" mass=\"1\" material=\"a\"><dim radius=\"0.2\" /><state pos=\"-0.5 0 "
        "-0.5\"/></sphere>\n"
        "      <box name=\"box\" mass=\"1\"><dim x=\"0.2\" y=\"0.5\" z=\"0.7\"/><state pos=\"0 0 0.5\" quat=\"1 0 0 "
        "0\"/></box>\n"
        "    </children>\n"
        "    <state pos=\"0 0 10\"/></compound>\n"
        "  <articulatedSystem name=\"anymal\" urdfPath=\"[THIS_DIR]/a.urdf\"><state qpos=\"0 "
        "0\"/></articulatedSystem>\n"
        "</objects>\n"
        "<wire name=\"w\" type=\"stiff\" length=\"2\"><object1 name=\"ball\" local_index=\"0\" pos=\"0 0 0\"/></wire>\n"
        "<material><default friction=\"0.8\"/></material><camera follow=\"ball\" x=\"1\"/>\n"
        "</raisim>\n";
    int count = 0;
    ShoalLoadOptions options = shoal_load_options();
    options.warn = keep_warning;
    options.user = &count;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    if (load_text("raisim.xml", text, &options, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    assert_int_equal(shoal_scene_body_count(scene), 3);
    assert_true(shoal_scene_timestep(scene) == 0.001 && body(scene, "ball")->linear_velocity[0] == 1.0);
    assert_true(body(scene, "ball")->angular_velocity[1] == 2.0);
    assert_true(body(scene, "compound")->shapes[0].offset[0] == -0.5);
    assert_non_null(strstr(warnings, "ground: read past; contacts are not simulated\n"));
    assert_non_null(strstr(warnings, "wire: read past; "));
    assert_int_equal(count, 8); // erp, ground, heightmap, child's mass, articulatedSystem, wire, material, camera
    shoal_scene_destroy(scene);
}

// A slope without an acceleration pushes nothing down it: readers say so, once; a level plane or an acceleration is silent.
static void a_slope_without_acceleration(void **state)
{
    (void)state;
    static const struct {
        const char *samplers;
        int count;
    } rows[] = {{"<sampler type='plane' slope='0.1 0'/>", 1},
                {"<sampler type='plane' surface_normal='0 0.1 1' acceleration='-0 0 0'/>", 1},
                {"<sampler type='plane' slope='0.1 0' acceleration='-0.9 0 0'/>", 0},
                {"<sampler type='plane' surface_normal='0 0 2' velocity='1 0 0'/>", 0}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        char text[512];
        snprintf(text, sizeof text,
                 "<shoal><fluids><volume medium='water'>%s</volume><volume medium='water'>%s</volume></fluids></shoal>",
                 rows[k].samplers, rows[k].samplers);
        int count = 0;
        *warnings = '\0';
        ShoalLoadOptions options = shoal_load_options();
        options.warn = keep_warning;
        options.user = &count;
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        assert_int_equal(load_text("slope.xml", text, &options, &scene, &err), SHOAL_OK);
        assert_int_equal(count, rows[k].count);
        assert_true(!count || strstr(warnings, "a sampler slopes and gives no acceleration"));
        shoal_scene_destroy(scene);
    }
}

#define OBJECTS(text) "<shoal><objects>" text "</objects></shoal>"

static void arrays_repeat(void **state)
{
    (void)state;
    ShoalScene *scene = load(OBJECTS("<array idx='@@i' start='0' end='2' increment='1'>"
                                     "<array idx='j' start='-1' end='3' increment='2'>"
                                     "<sphere name='s_@@i_@@j' mass='{1 + @@i}'><dim radius='1'/>"
                                     "<state pos='@@i @@j {-@@j^2}'/></sphere>"
                                     "<sphere name='plain' mass='1'><dim radius='1'/></sphere>"
                                     "</array></array>"
                                     "<compound name='necklace' density='100'><children>"
                                     "<array idx='k' start='0' end='7'><sphere><dim radius='0.1'/>"
                                     "<pose pos='{cos(@@k*pi/4)} {sin(@@k*pi/4)} 0'/></sphere></array>"
                                     "</children></compound>"));
    assert_int_equal(shoal_scene_body_count(scene), 19);
    const ShoalBodyDef *last = body(scene, "s_2_3");
    assert_true(last->mass == 3.0 && last->position[0] == 2.0 && last->position[1] == 3.0 && last->position[2] == -9.0);
    assert_true(body(scene, "s_0_-1")->position[2] == -1.0); // -(-1)^2
    body(scene, "plain_0_-1");
    body(scene, "plain_2_3");
    assert_int_equal(body(scene, "necklace")->shape_count, 8);
    assert_int_equal(round_trip_differences("arrays", scene), 0);
    shoal_scene_destroy(scene);
}

static void parameters_and_settings(void **state)
{
    (void)state;
    static const char text[] =
        "<shoal><params><count value='3'/><size value='{2 * 0.25}'/><big value='{4*@@size}'/>"
        "<some value='false'/></params><fluids><volume medium='water'>"
        "<array idx='w' start='1' end='@@count'><wave direction='1 0' wavelength='@@w'"
        " amplitude='0.1'/></array></volume></fluids><objects>"
        "<sphere name='a' mass='1' exist='@@some'><dim radius='1'/></sphere>"
        "<sphere name='b' mass='1' exist='true'><dim radius='@@big'/></sphere></objects></shoal>";
    ShoalScene *scene = load(text), *other = load_with(text, "count", "5"), *both = load_with(text, "some", "1");
    assert_int_equal(shoal_scene_volume(scene, 0)->wave_count, 3);
    assert_int_equal(shoal_scene_volume(other, 0)->wave_count, 5);
    assert_int_equal(shoal_scene_body_count(scene), 1);
    assert_int_equal(shoal_scene_body_count(both), 2);
    assert_true(body(scene, "b")->shapes[0].radius == 2.0);
    shoal_scene_destroy(scene);
    shoal_scene_destroy(other);
    shoal_scene_destroy(both);
    scene = load_with(OBJECTS("<sphere name='a' mass='@@m'><dim radius='1'/></sphere>"), "m", "7");
    assert_true(body(scene, "a")->mass == 7.0); // a setting without a default in the file
    shoal_scene_destroy(scene);
}

// To two roundings.
static const struct {
    const char *text;
    double want;
} expressions[] = {
    {"{1+2*3}", 7},
    {"{(1+2)*3}", 9},
    {"{2^3^2}", 512},
    {"{-2^2}", -4},
    {"{8-3-2}", 3},
    {"{8/4/2}", 1},
    {"{1--2}", 3},
    {"{.5 + 1e-3}", 0.501},
    {"{pi}", 3.14159265358979323846},
    {"{sin(1)}", 0.8414709848078965},
    {"{cos(1)}", 0.5403023058681398},
    {"{tan(1)}", 1.5574077246549023},
    {"{asin(0.5)}", 0.5235987755982989},
    {"{acos(0.5)}", 1.0471975511965979},
    {"{atan(2)}", 1.1071487177940904},
    {"{atan2(-1, -1)}", -2.356194490192345},
    {"{exp(1)}", 2.718281828459045},
    {"{log(10)}", 2.302585092994046},
    {"{log10(1000)}", 3},
    {"{sqrt(2)}", 1.4142135623730951},
    {"{pow(2, 0.5)}", 1.4142135623730951},
    {"{abs(-3)}", 3},
    {"{floor(-1.5)}", -2},
    {"{ceil(1.2)}", 2},
    {"{round(2.5)}", 3},
    {"{mod(-1, 4)}", 3},
    {"{min(1, 2) + max(1, 2)}", 3},
    {"1{1+1}", 12}, // the value takes the place of the braces
    {"+1.5e2", 150},
    {"-0", 0},
    {"  7 ", 7},
};

static void expressions_have_values(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < COUNT(expressions); i++) {
        char text[200];
        snprintf(text, sizeof text, "<shoal><time value='%s'/></shoal>", expressions[i].text);
        ShoalScene *scene = load(text);
        const double got = shoal_scene_time(scene), want = expressions[i].want;
        if (!(fabs(got - want) <= 4e-16 * fabs(want))) {
            printf("%s: got %.17g, want %.17g\n", expressions[i].text, got, want);
            failed++;
        }
        shoal_scene_destroy(scene);
    }
    assert_int_equal(failed, 0);
}

// The bits of a few values, which hold on every machine.
static void expressions_have_the_same_bits(void **state)
{
    (void)state;
    ShoalScene *scene = load("<shoal><gravity value='{sin(0.1)} {exp(0.7)} {1.1^2.2}'/></shoal>");
    double g[3];
    shoal_scene_gravity(scene, g);
    assert_true(g[0] == 0x1.98eaecb8bcb2cp-4 && g[1] == 0x1.01c2a61268987p+1 && g[2] == 0x1.3bb8a6a77cb2dp+0);
    shoal_scene_destroy(scene);
}

static void this_dir_is_the_folder(void **state)
{
    (void)state;
    ShoalScene *scene = load(OBJECTS("<sphere name='[THIS_DIR]/[x]' mass='1'><dim radius='1'/></sphere>"));
    char want[600];
    snprintf(want, sizeof want, "%s/[x]", temp_folder());
    assert_string_equal(shoal_scene_body(scene, 0)->name, want);
    shoal_scene_destroy(scene);
}

#define SPHERE(text) OBJECTS("\n<sphere name='s' mass='1'>\n" text "</sphere>")
#define FLUIDS(text) "<shoal>\n<fluids>" text "</fluids></shoal>"

static const struct {
    int line;
    const char *text, *want; ///< what the message holds
} refused[] = {
    {1, "<", "not XML: "},
    {2, "<shoal>\n<objects>", "not XML: "},
    {1, "<shoal></raisim>", "not XML: Opening and ending tag mismatch"},
    {2, "<shoal>\n<gravity value=0/></shoal>", "not XML: "},
    {1, "<shoal><gravity value='0 0 1' value='0 0 1'/></shoal>", "not XML: Attribute value redefined"},
    {1, "<shoal>&amp;</shoal>", "shoal: holds the text '&'; accepted: elements"},
    {1, "<shoal>&who;</shoal>", "not XML: "},
    {1, "<shoal/><shoal/>", "not XML: "},
    {2, "<?xml version='1.0'?>\n<!DOCTYPE shoal [<!ENTITY a 'b'>]><shoal>&a;</shoal>", "DOCTYPE, which could define"},
    {1, "<!DOCTYPE shoal SYSTEM 'file:///etc/passwd'><shoal/>", "DOCTYPE"},
    {1, "<shoal><objects>\xff</objects></shoal>", "not XML: "},
    {1, "<shoal><time value='\x01'/></shoal>", "not XML: "},
    {1, "<world/>", "world: unknown root element; accepted: raisim, shoal"},
    {1, "<shoal verion='1'/>", "unknown attribute 'verion'; accepted: version"},
    {2, "<shoal>\n<objcts/></shoal>",
     "unknown element 'objcts' in shoal; accepted: gravity, timestep, timeStep, time, params"},
    {1, "<shoal><include value='a.xml'/></shoal>", "unknown element 'include'"},
    {1, "<shoal>water</shoal>", "shoal: holds the text 'water'; accepted: elements"},
    {2, "<shoal>\n<gravity/></shoal>", "gravity: no attribute 'value'; accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0'/></shoal>", "gravity: value is '0 0'; accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 1 2'/></shoal>", "value is '0 0 1 2'; accepted: 3 numbers"},
    {1, "<shoal><gravity value='0,,0 1'/></shoal>", "accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 nan'/></shoal>", "value is '0 0 nan'; accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 inf'/></shoal>", "accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 1e999'/></shoal>", "accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 0x10'/></shoal>", "accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 1,5'/></shoal>", "accepted: 3 numbers"},
    {1, "<shoal><gravity value='0 0 1'/><gravity value='0 0 1'/></shoal>",
     "gravity: a second one in shoal; accepted: one"},
    {1, "<shoal><timestep value='0'/></shoal>", "timestep is 0"},
    {1, "<shoal><timestep value='1'/><timeStep value='1'/></shoal>", "timeStep: a second time step; accepted: one"},
    {1, "<shoal><time value=''/></shoal>", "time: value is ''; accepted: a number"},
    {1, "<shoal><time value='1'><x/></time></shoal>", "unknown element 'x' in time"},
    {1, "<shoal><time value='{1+}'/></shoal>", "value holds {1+}: "},
    {1, "<shoal><time value='{1/0}'/></shoal>", "value holds {1/0}: its value is infinite"},
    {1, "<shoal><time value='{sqrt(-1)}'/></shoal>", "its value is not a number"},
    {1, "<shoal><time value='{1,2}'/></shoal>", "it has 2 values"},
    {1, "<shoal><time value='{system(1)}'/></shoal>", "value holds {system(1)}: "},
    {1, "<shoal><time value='{{1}}'/></shoal>", "a brace without its other half; accepted: {expression}"},
    {1, "<shoal><time value='{1'/></shoal>", "a brace without its other half"},
    {1, "<shoal><time value='1}'/></shoal>", "a brace without its other half"},
    {1, "<shoal><time value='@@t'/></shoal>", "value holds '@@t', which has no value; accepted: a name from params"},
    {1, "<shoal><params><t value='1'/></params><time value='@@t2'/></shoal>",
     "'@@t2', which has no value; accepted: @@t"},
    {1, "<shoal><params><t value='1'/></params><time value='@@te5'/></shoal>", "'@@te5', which has no value"},
    {1, "<shoal><params><t/></params></shoal>", "t: no attribute 'value'; accepted: a text"},
    {2, "<shoal><params><t value='1'/>\n<t value='2'/></params></shoal>", "t: a second parameter of this name"},
    {1, "<shoal><params><a value='@@b'/><b value='1'/></params></shoal>", "'@@b', which has no value"},
    {2, FLUIDS("<ambient/>"),
     "ambient: no medium; accepted: medium (water, seawater or air), or density and viscosity"},
    {2, FLUIDS("<ambient medium='oil'/>"), "medium is 'oil'; accepted: one of water, seawater, air"},
    {2, FLUIDS("<ambient medium='air' density='1'/>"), "medium beside density or viscosity"},
    {2, FLUIDS("<ambient density='1'/>"), "ambient: no medium"},
    {2, FLUIDS("<ambient density='-1' viscosity='0'/>"), "density is -1"},
    {2, FLUIDS("<ambient medium='air'/><ambient medium='air'/>"), "ambient: a second one in fluids"},
    {3, FLUIDS("\n<volume medium='water' depth='2'/>"),
     "volume: unknown attribute 'depth'; accepted: name, surface_height"},
    {2, FLUIDS("<volume medium='water' min='1'/>"), "min is '1'; accepted: 2 numbers, inf or -inf for none"},
    {2, FLUIDS("<volume medium='water' min='2 2' max='1 1'/>"), "min x is 2"},
    {2, FLUIDS("<volume medium='water' bottom_height='1'/>"), "bottom_height is 1"},
    {2, FLUIDS("<volume medium='water'><wave direction='1 0' amplitude='1'/></volume>"),
     "wave: no attribute 'wavelength'"},
    {2, FLUIDS("<volume medium='water'><wave direction='1 0' wavelength='0' amplitude='1'/></volume>"),
     "wavelength is 0"},
    {2, FLUIDS("<volume medium='water'><sea/></volume>"), "sea: no attribute 'significant_height'; accepted: a number"},
    {2, FLUIDS("<volume medium='water'><sampler/></volume>"), "sampler: no attribute 'type'; accepted: one of plane"},
    {2, FLUIDS("<volume medium='water'><sampler type='grid'/></volume>"), "no attribute 'file_name'"},
    {2, FLUIDS("<volume medium='water'><sampler type='river'/></volume>"), "no attribute 'width'"},
    {2, FLUIDS("<volume medium='water'><sampler type='river' width='1' depth='0' speed='1'/></volume>"),
     "river depth is 0"},
    {2,
     FLUIDS(
         "<volume medium='water'><sampler type='plane'/><wave direction='1 0' wavelength='1' amplitude='0'/></volume>"),
     "waves beside a sampler"},
    {2, FLUIDS("<volume medium='water'><sampler type='dune'/></volume>"), "type is 'dune'; accepted: one of plane"},
    {2, FLUIDS("<volume medium='water'><sampler type='plane'/><sampler type='plane'/></volume>"),
     "sampler: a second one"},
    {1, OBJECTS("<spere/>"), "unknown element 'spere' in objects; accepted: sphere, box, cylinder, capsule, compound"},
    {1, OBJECTS("<mesh name='m' mass='1'/>"), "mesh: no attribute 'file_name'; accepted: a text"},
    {1, OBJECTS("<mesh name='m' mass='1' file_name='none.off'/>"),
     "accepted: files whose names end with .obj, .stl or .ply"},
    {1, OBJECTS("<mesh name='m' mass='1' file_name='a.obj' scale='1 2'/>"),
     "scale is '1 2'; accepted: a number or 3 numbers"},
    {1, OBJECTS("<voxels mass='1'/>"), "voxels: 0 of file_name, a shape and cells; accepted: one of them"},
    {1, OBJECTS("<voxels mass='1' file_name='a.obj'><sphere><dim radius='1'/></sphere></voxels>"),
     "voxels: 2 of file_name, a shape and cells"},
    {1, OBJECTS("<voxels mass='1' cell_size='3'><box><dim x='1' y='2' z='1'/></box></voxels>"),
     "voxels: cell_size is 3 m, and the body's longest side 2 m"},
    {1, OBJECTS("<voxels mass='1'><cells centres='0 0 0'/></voxels>"), "cell_size of given cells is 0"},
    {1, OBJECTS("<voxels mass='1' cell_size='1'><cells centres='0 0 0 1'/></voxels>"),
     "cells: centres has 4 numbers; accepted: 3 for each cell"},
    {1, OBJECTS("<voxels mass='1' cell_size='1'><cells centres='0 0 x'/></voxels>"),
     "centres has 'x'; accepted: numbers"},
    {1, OBJECTS("<voxels mass='1'><box><dim x='1' y='1' z='1'/></box><fluid heave_damping='-1'/></voxels>"),
     "heave_damping is -1, and must be at least 0"},
    {1, OBJECTS("<voxels mass='1'><box><dim x='1' y='1' z='1'/></box><pose pos='0 0 0'/></voxels>"),
     "unknown element 'pose' in voxels"},
    {1, OBJECTS("<sphere mass='1'><dim radius='1'/><fluid heave_damping='1'/></sphere>"),
     "unknown attribute 'heave_damping'"},
    {1,
     OBJECTS("<compound mass='1'><children><voxels><box><dim x='1' y='1' z='1'/></box></voxels>"
             "<box><dim x='1' y='1' z='1'/></box></children></compound>"),
     "voxels are one of 2 shapes; accepted: voxels alone"},
    {1, OBJECTS("<sphere name='s'><dim radius='1'/></sphere>"),
     "neither mass nor density; accepted: a mass above 0 kg"},
    {1, OBJECTS("<sphere name='s' mass='1' density='1'><dim radius='1'/></sphere>"), "both mass and density"},
    {1, OBJECTS("<sphere name='s' mass='0'><dim radius='1'/></sphere>"),
     "mass is not above 0; accepted: a mass above 0"},
    {1, OBJECTS("<sphere name='s' mass='heavy'><dim radius='1'/></sphere>"),
     "sphere: mass is 'heavy'; accepted: a number"},
    {1, OBJECTS("<sphere name='s' density='-3'><dim radius='1'/></sphere>"), "density is -3"},
    {1, OBJECTS("<sphere name='s' mass='1' bodytype='static'/>"), "unknown attribute 'bodytype'; accepted: name, mass"},
    {1, OBJECTS("<sphere name='s' mass='1' body_type='soft'/>"), "accepted: one of dynamic, kinematic, static"},
    {2, SPHERE(""), "sphere of body 's': no element 'dim'; accepted: one"},
    {3, SPHERE("<dim radius='abc'/>"), "dim of body 's': radius is 'abc'; accepted: a number"},
    {3, SPHERE("<dim/>"), "dim of body 's': no attribute 'radius'; accepted: a number"},
    {3, SPHERE("<dim radius='1' height='2'/>"), "unknown attribute 'height'; accepted: radius"},
    {3, SPHERE("<dim radius='1'/><dim radius='1'/>"), "dim of body 's': a second one in sphere"},
    {2, SPHERE("<dim radius='-1'/>"), "radius is -1"},
    {4, SPHERE("<dim radius='1'/>\n<colour/>"), "unknown element 'colour' in sphere; accepted: dim, "},
    {4, SPHERE("<dim radius='1'/>\n<state pos='1 2'/>"), "state of body 's': pos is '1 2'; accepted: 3 numbers"},
    {3, SPHERE("<dim radius='1'/><state lin_vel='0 0 0' linVel='0 0 0'/>"), "lin_vel and linVel are one attribute"},
    {2, SPHERE("<dim radius='1'/><state quat='1 0 0 1'/>"), "quaternion (1, 0, 0, 1) has length"},
    {2, SPHERE("<dim radius='1'/><state quat='0 0 0 0'/>"), "quaternion"},
    {3, SPHERE("<dim radius='1'/><inertia xx='1'/>"), "inertia of body 's': no attribute 'xy'"},
    {2, SPHERE("<dim radius='1'/><inertia xx='1' xy='0' xz='0' yy='-1' yz='0' zz='1'/>"), "inertia"},
    {3, SPHERE("<dim radius='1'/><fluid lift='1'/>"), "unknown attribute 'lift'; accepted: enabled, buoyancy, drag"},
    {3, SPHERE("<dim radius='1'/><fluid enabled='yes'/>"), "enabled is 'yes'; accepted: true or false"},
    {3, SPHERE("<dim radius='1'/><fluid added_mass_matrix='1 2'/>"), "accepted: 36 numbers"},
    {3, SPHERE("<dim radius='1'/><fluid faces='2'/>"), "faces is '2'; accepted: one of whole, standard, fine, 3, 4"},
    {2, SPHERE("<dim radius='1'/><fluid added_mass='-1'/>"), "added_mass is -1"},
    {1, OBJECTS("<box name='b' mass='1'><dim x='1' y='1'/></box>"), "dim of body 'b': no attribute 'z'"},
    {1, OBJECTS("<compound name='c' mass='1'/>"), "compound of body 'c': no element 'children'"},
    {1, OBJECTS("<compound name='c' mass='1'><children/></compound>"), "no shapes"},
    {1, OBJECTS("<compound name='c' mass='1'><children><mesh/></children></compound>"), "no attribute 'file_name'"},
    {1, OBJECTS("<compound name='c' mass='1'><children><compound/></children></compound>"),
     "unknown element 'compound'"},
    {1,
     OBJECTS("<compound name='c' mass='1'><children><box><dim x='1' y='1' z='1'/><pose pos='0 0 1'/><state/>"
             "</box></children></compound>"),
     "state of body 'c': beside another pose or state"},
    {1, OBJECTS("<compound name='c' mass='1'><children><box density='1'/></children></compound>"),
     "unknown attribute 'density'; accepted: name, mass"},
    {2,
     OBJECTS(
         "<sphere name='s' mass='1'><dim radius='1'/></sphere>\n<sphere name='s' mass='1'><dim radius='1'/></sphere>"),
     "body 's'"},
    {1, OBJECTS("<array start='0' end='1'/>"), "array: no attribute 'idx'"},
    {1, OBJECTS("<array idx='' start='0' end='1'/>"), "idx is ''; accepted: a name of letters, digits and _"},
    {1, OBJECTS("<array idx='i' end='1'/>"), "array: no attribute 'start'"},
    {1, OBJECTS("<array idx='i' start='0' end='1' increment='0'/>"), "increment is 0; accepted: 1 or more"},
    {1, OBJECTS("<array idx='i' start='0' end='1' increment='-1'/>"), "increment is -1; accepted: 1 or more"},
    {1, OBJECTS("<array idx='i' start='2' end='1'/>"), "start is 2 and end is 1; accepted: a start up to the end"},
    {1, OBJECTS("<array idx='i' start='0.5' end='1'/>"), "start is 0.5; accepted: a whole number"},
    {1, OBJECTS("<array idx='i' start='0' end='1e12'/>"), "end is 1000000000000; accepted: a whole number up to 1e9"},
    {1, OBJECTS("<array idx='i' start='0' end='900000000'/>"), "arrays repeat more than 1000000 times"},
    {1, OBJECTS("<array idx='i' start='0' end='9999'><array idx='j' start='0' end='9999'/></array>"),
     "more than 1000000"},
    {1, OBJECTS("<sphere name='s' mass='1' exist='maybe'/>"), "exist is 'maybe'; accepted: true or false"},
    {1, OBJECTS("<array idx='i' start='0' end='1'><sphere name='@@j' mass='1'/></array>"),
     "'@@j', which has no value; "
     "accepted: @@i"},
};

static void bad_worlds(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < COUNT(refused); i++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const ShoalStatus status = load_text("bad.xml", refused[i].text, NULL, &scene, &err);
        char place[1100];
        snprintf(place, sizeof place, "%s:%d: ", temp_path("bad.xml"), refused[i].line);
        if ((status != SHOAL_ERR_FORMAT && status != SHOAL_ERR_UNSUPPORTED) || err.status != status || scene ||
            strncmp(err.message, place, strlen(place)) != 0 || !strstr(err.message, refused[i].want)) {
            printf("row %zu: status %d, want \"%d: ...%s\", got \"%s\"\n", i, (int)status, refused[i].line,
                   refused[i].want, err.message);
            failed++;
        }
        shoal_scene_destroy(scene);
    }
    printf("%zu bad worlds\n", COUNT(refused));
    assert_int_equal(failed, 0);
}

static void unused_settings_are_refused(void **state)
{
    (void)state;
    const ShoalSetting settings[] = {{"count", "3"}, {"colour", "red"}};
    ShoalLoadOptions options = shoal_load_options();
    options.settings = settings;
    options.setting_count = 2;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(load_text("set.xml", "<shoal><params><count value='1'/></params></shoal>", &options, &scene, &err),
                     SHOAL_ERR_FORMAT);
    assert_non_null(strstr(err.message, "the world does not use setting 'colour'; accepted: count"));
    assert_null(scene);
}

// 300 levels of elements, a name of a million letters, ten thousand brackets in an expression.
static void outsized_worlds(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 200);
    assert_non_null(text);
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    char *at = text + sprintf(text, "<shoal><objects>");
    for (int i = 0; i < 300; i++) {
        at += sprintf(at, "<array idx='i' start='0' end='1'>");
    }
    assert_int_equal(load_text("deep.xml", text, NULL, &scene, &err), SHOAL_ERR_FORMAT);

    at = text + sprintf(text, "<shoal><objects><sphere mass='1' name='");
    memset(at, 'x', SIZE - 100);
    strcpy(at + SIZE - 100, "'><dim radius='1'/></sphere></objects></shoal>");
    assert_int_equal(load_text("long.xml", text, NULL, &scene, &err), SHOAL_OK);
    shoal_scene_destroy(scene);

    at = text + sprintf(text, "<shoal><time value='{");
    memset(at, '(', 10000);
    strcpy(at + 10000, "1}'/></shoal>");
    assert_int_equal(load_text("brackets.xml", text, NULL, &scene, &err), SHOAL_ERR_FORMAT);
    assert_non_null(strstr(err.message, "Missing parenthesis"));
    free(text);
}

// Lines past 65535, where libxml2 by itself stops counting.
static void long_files_have_lines(void **state)
{
    (void)state;
    enum { LINES = 70000 };
    char *text = malloc(LINES + 200);
    assert_non_null(text);
    strcpy(text, "<shoal><objects>");
    memset(text + 16, '\n', LINES);
    strcpy(text + 16 + LINES, "<sphere name='s' mass='x'>\n<dim radius='1'/></sphere>\n</objects></shoal>");
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(load_text("lines.xml", text, NULL, &scene, &err), SHOAL_ERR_FORMAT);
    assert_non_null(strstr(err.message, "lines.xml:70001: sphere: mass is 'x'"));
    free(text);
}

static char *read_example(const char *name, size_t *size)
{
    char relative[100];
    snprintf(relative, sizeof relative, "examples/%s", name);
    const char *path = file_from("SHOAL_SOURCE", relative);
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) {
        fail_msg("%s: cannot be opened", path ? path : "SHOAL_SOURCE is not set");
    }
    char *text = malloc(1 << 16);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 16) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static void every_beginning_of_an_example(void **state)
{
    (void)state;
    size_t whole = 0;
    char *text = read_example("waves.xml", &whole);
    const size_t end = (size_t)(strstr(text, "</shoal>") - text) + strlen("</shoal>");
    for (size_t size = 0; size <= whole; size++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const ShoalStatus status = shoal_scene_load(temp_write("part.xml", text, size), NULL, &scene, &err);
        assert_int_equal(status, size < end ? SHOAL_ERR_FORMAT : SHOAL_OK);
        shoal_scene_destroy(scene);
    }
    free(text);
}

// Each byte replaced by each of a few others: an error or a world, never a crash.
static void damaged_examples(void **state)
{
    (void)state;
    static const char bytes[] = {'\0', '"', '<', '>', '&', '{', '@', '\xff', '9', ' '};
    size_t size = 0;
    char *text = read_example("waves.xml", &size);
    for (size_t at = 0; at < size; at += 5) {
        for (size_t k = 0; k < COUNT(bytes); k++) {
            const char before = text[at];
            text[at] = bytes[k];
            ShoalScene *scene = NULL;
            ShoalError err = {0};
            const ShoalStatus status = shoal_scene_load(temp_write("damaged.xml", text, size), NULL, &scene, &err);
            assert_true((status == SHOAL_OK) == (scene != NULL));
            assert_true(status == SHOAL_OK || err.message[0] != '\0');
            shoal_scene_destroy(scene);
            text[at] = before;
        }
    }
    free(text);
}

static void examples_come_back(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int bodies;
    } examples[] = {{"fluid_pool.xml", 8}, {"waves.xml", 7}, {"stream.xml", 6}, {"crates.xml", 1000}};
    for (size_t i = 0; i < COUNT(examples); i++) {
        size_t size = 0;
        char *text = read_example(examples[i].name, &size);
        ShoalScene *scene = load(text);
        assert_int_equal(shoal_scene_body_count(scene), examples[i].bodies);
        assert_int_equal(round_trip_differences(examples[i].name, scene), 0);
        shoal_scene_destroy(scene);
        free(text);
    }
    size_t size = 0;
    char *text = read_example("crates.xml", &size);
    ShoalScene *scene = load_with(text, "count", "10");
    assert_int_equal(shoal_scene_body_count(scene), 10);
    shoal_scene_destroy(scene);
    free(text);
}

static void names_that_a_world_cannot_hold(void **state)
{
    (void)state;
    static const char *const names[] = {"a{b", "c}", "@@d", "[THIS_DIR]", "e\x01", "f\xff"};
    const int before = temp_count();
    for (size_t i = 0; i < COUNT(names); i++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        assert_int_equal(shoal_scene_create(&scene, NULL), SHOAL_OK);
        ShoalBodyDef def = shoal_body_def();
        def.name = names[i];
        def.mass = 1.0;
        def.inertia_given = 1;
        def.inertia[0] = def.inertia[3] = def.inertia[5] = 1.0;
        assert_int_equal(shoal_scene_add_body(scene, &def, NULL, NULL), SHOAL_OK);
        assert_int_equal(shoal_scene_write_world(scene, temp_path("name.xml"), &err), SHOAL_ERR_ARGUMENT);
        assert_non_null(strstr(err.message, "the name of body 0 is"));
        shoal_scene_destroy(scene);
    }
    assert_int_equal(temp_count(), before);
}

// A file that is there stays as it was when writing fails, and is replaced as a whole when it succeeds.
static void writing_replaces_a_file(void **state)
{
    (void)state;
    ShoalScene *scene =
        load(OBJECTS("<sphere name='&lt;a&gt; &amp; &quot;b&quot;&#10;c' mass='1'><dim radius='1'/></sphere>"));
    char file[1100];
    snprintf(file, sizeof file, "%s", temp_write("there.xml", "old", 3));
    ShoalError err = {0};
    char beside[1200];
    snprintf(beside, sizeof beside, "there.xml.tmp.%ld", (long)getpid());
    temp_write(beside, "in the way", 10);
    assert_int_equal(shoal_scene_write_world(scene, file, &err), SHOAL_ERR_FILE);
    FILE *old = fopen(file, "rb");
    assert_non_null(old);
    char content[4] = {0};
    assert_int_equal(fread(content, 1, 4, old), 3);
    fclose(old);
    assert_string_equal(content, "old");
    unlink(temp_path(beside));

    const int before = temp_count();
    assert_int_equal(shoal_scene_write_world(scene, file, &err), SHOAL_OK);
    assert_int_equal(temp_count(), before);
    ShoalScene *again = NULL;
    assert_int_equal(shoal_scene_load(file, NULL, &again, &err), SHOAL_OK);
    assert_int_equal(scene_differences("there", scene, again), 0);
    shoal_scene_destroy(again);
    shoal_scene_destroy(scene);
}

static void the_locale_changes_nothing(void **state)
{
    (void)state;
    size_t size = 0;
    char *text = read_example("fluid_pool.xml", &size);
    ShoalScene *plain = load(text), *scene = NULL;
    if (!comma_locale()) {
        shoal_scene_destroy(plain);
        free(text);
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    ShoalError err = {0};
    const ShoalStatus status = load_text("comma.xml", text, NULL, &scene, &err);
    const int differences =
        scene ? scene_differences("comma", plain, scene) + round_trip_differences("comma", scene) : 1;
    setlocale(LC_ALL, "C");
    assert_int_equal(status, SHOAL_OK);
    assert_int_equal(differences, 0);
    shoal_scene_destroy(plain);
    shoal_scene_destroy(scene);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_format),
        cmocka_unit_test(a_world_made_for_raisim),
        cmocka_unit_test(a_slope_without_acceleration),
        cmocka_unit_test(arrays_repeat),
        cmocka_unit_test(parameters_and_settings),
        cmocka_unit_test(expressions_have_values),
        cmocka_unit_test(expressions_have_the_same_bits),
        cmocka_unit_test(this_dir_is_the_folder),
        cmocka_unit_test(bad_worlds),
        cmocka_unit_test(unused_settings_are_refused),
        cmocka_unit_test(outsized_worlds),
        cmocka_unit_test(long_files_have_lines),
        cmocka_unit_test(every_beginning_of_an_example),
        cmocka_unit_test(damaged_examples),
        cmocka_unit_test(examples_come_back),
        cmocka_unit_test(names_that_a_world_cannot_hold),
        cmocka_unit_test(writing_replaces_a_file),
        cmocka_unit_test(the_locale_changes_nothing),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_remove();
    return failed ? 1 : 0;
}
