#include "io.h"

#include <libxml/xmlstring.h>
#include <string.h>

static ShoalStatus check_names(const ShoalScene *scene, ShoalError *err)
{
    const int count = shoal_scene_body_count(scene);
    for (int i = 0; i < count; ++i) {
        if (!xmlCheckUTF8((const xmlChar *)shoal_scene_body(scene, i)->name)) {
            return shl_file_error(err, SHOAL_ERR_ARGUMENT, "the name of body %d is not UTF-8, which a file needs", i);
        }
    }
    return SHOAL_OK;
}

ShoalStatus shl_scene_write_check(const ShoalScene *scene, const char *path, ShoalError *err)
{
    return scene && path ? SHOAL_OK
                         : shl_file_error(err, SHOAL_ERR_ARGUMENT, "%s is NULL; accepted: one to write",
                                          scene ? "path" : "scene");
}

ShoalStatus shl_scene_write(const ShoalScene *scene, const char *path, ShlSceneWriter write, const void *user,
                            ShoalError *err)
{
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path);
    }
    ShoalStatus status = check_names(scene, err);
    if (status == SHOAL_OK) {
        ShlText text = {0};
        write(&text, scene, user);
        status = shl_file_write(path, &text, err);
        shl_text_free(&text);
    }
    shl_locale_leave(&plain);
    return status;
}

bool shl_same(const double *a, const double *b, int count) { return memcmp(a, b, (size_t)count * sizeof *a) == 0; }
