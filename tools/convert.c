// shoal convert: a world or a case, written as the other.
#include "options.h"
#include "tool.h"

#include <shoal/files.h>

#include <stdlib.h>
#include <string.h>

typedef ShoalStatus (*Writer)(const ShoalScene *scene, const char *path, ShoalError *err);

/// By the end of the path; NULL where it is none that is known.
static Writer writer_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *end = dot ? dot : "";
    return strcmp(end, ".xml") == 0    ? shoal_scene_write_world
           : strcmp(end, ".json") == 0 ? shoal_scene_write_case
                                       : NULL;
}

static int convert(const char *in, const char *out, const SettingList *settings)
{
    const Writer write = writer_of(out);
    if (!write) {
        return tool_fail(TOOL_USAGE,
                         "the file to write is '%s'; accepted: a path that ends with .xml (a world) or .json (a case)",
                         out);
    }
    ShoalLoadOptions options = shoal_load_options();
    options.settings = settings->list;
    options.setting_count = settings->count;
    options.warn = tool_warn;
    ShoalScene *scene;
    ShoalError err;
    if (shoal_scene_load(in, &options, &scene, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    const ShoalStatus status = write(scene, out, &err);
    shoal_scene_destroy(scene);
    return status == SHOAL_OK ? TOOL_OK : tool_fail(TOOL_OTHER, "%s", err.message);
}

int convert_command(int argc, char **argv)
{
    SettingList settings = {0};
    const Option options[] = {
        {"set", "NAME=VALUE", &option_setting, &settings, "a parameter of the world; may be repeated"},
    };
    const Usage usage = {
        .command = "convert",
        .operands = "IN OUT",
        .purpose =
            "Reads a world or a case and writes it as what the end of OUT says: .xml a world, .json a case. Arrays\n"
            "and expressions are written out; reading OUT gives the same scene to the last bit.",
        .example = "shoal convert examples/crates.xml crates.json --set count=10",
        .options = options,
        .option_count = COUNT(options),
        .least = 2,
        .most = 2,
    };
    int files, code = options_parse(&usage, argc, argv, &files);
    if (code == OPTIONS_GO_ON) {
        code = convert(argv[1], argv[2], &settings);
    }
    free(settings.list);
    return code;
}
