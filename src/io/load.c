#include "io.h"

#include <stdlib.h>
#include <string.h>

ShoalLoadOptions shoal_load_options(void) { return (ShoalLoadOptions){0}; }

static bool read_text(ShlSource *source, const ShlText *text)
{
    const char *start = shl_text_get(text);
    start += strncmp(start, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; // byte order mark
    long line = 1;
    for (; strchr(" \t\r\n", *start) && *start; ++start) {
        line += *start == '\n';
    }
    if (*start == '<') {
        return shl_read_world(source, text);
    }
    if (*start == '{') {
        return shl_read_case(source, text);
    }
    const char *accepted = "a world, which begins with '<', or a case, which begins with '{'";
    if (text->length == 0 || (*start == '\0' && (size_t)(start - text->data) == text->length)) {
        return shl_source_fail(source, SHOAL_ERR_FORMAT, line, "the file is empty; accepted: %s", accepted);
    }
    return shl_source_fail(source, SHOAL_ERR_FORMAT, line, "begins with byte 0x%02x; accepted: %s",
                           (unsigned)(unsigned char)*start, accepted);
}

static bool load(ShlSource *source)
{
    ShlText text = {0};
    source->error.status = shoal_scene_create(&source->scene, &source->error);
    const bool ok = source->error.status == SHOAL_OK && shl_file_read(source, &text) && read_text(source, &text);
    shl_text_free(&text);
    return ok;
}

static void warn_of_volumes(const ShlSource *source)
{
    const char *sentence = NULL;
    for (int v = 0; !sentence && v < shoal_scene_volume_count(source->scene); ++v) {
        sentence = shoal_volume_warning(shoal_scene_volume(source->scene, v));
    }
    if (sentence) {
        shl_source_warn(source, sentence);
    }
}

ShoalStatus shoal_scene_load(const char *path, const ShoalLoadOptions *options, ShoalScene **out, ShoalError *err)
{
    const ShoalLoadOptions defaults = shoal_load_options();
    options = options ? options : &defaults;
    if (!path || !out) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT, "%s is NULL; accepted: a place", path ? "out" : "path");
    }
    for (int i = 0; i < options->setting_count; ++i) {
        if (!options->settings || !options->settings[i].name || !options->settings[i].value) {
            return shl_file_error(err, SHOAL_ERR_ARGUMENT, "setting %d has no name or no value; accepted: both", i);
        }
    }
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while reading", path);
    }
    ShlSource source = {.path = path, .options = options};
    const bool ok = load(&source);
    shl_locale_leave(&plain);
    if (!ok) {
        shoal_scene_destroy(source.scene);
        if (err) {
            *err = source.error;
        }
        return source.error.status;
    }
    warn_of_volumes(&source);
    *out = source.scene;
    return SHOAL_OK;
}
