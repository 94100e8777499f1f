/// @file files.h
/// Scenes from files and back: world files (XML) and cases (JSON). docs/formats.md describes both.
#ifndef SHOAL_FILES_H
#define SHOAL_FILES_H

#include <shoal/shoal.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parameter of a world file that takes the place of its default (@@name in the file).
typedef struct ShoalSetting {
    const char *name, *value;
} ShoalSetting;

/// How a file is read. Start from shoal_load_options().
typedef struct ShoalLoadOptions {
    const ShoalSetting *settings; ///< each must be used by the file, else it is refused
    int setting_count;
    void (*warn)(void *user, const char *sentence); ///< what is read past, once a kind; NULL: nobody hears it
    void *user;
} ShoalLoadOptions;

SHOAL_API ShoalLoadOptions shoal_load_options(void); ///< no settings, no warnings

/// Reads a world or a case; which one is told from the file's first character that is not blank ('<' or '{').
/// @param options  NULL: shoal_load_options()
/// @return SHOAL_ERR_FILE, or SHOAL_ERR_FORMAT with a message that begins "path:line: "
SHOAL_API ShoalStatus shoal_scene_load(const char *path, const ShoalLoadOptions *options, ShoalScene **out,
                                       ShoalError *err);
/// Writes a scene as a world file or as a case. The file is written beside its place and then renamed, so a failure
/// leaves what was there. Reading it back gives the same scene to the last bit.
SHOAL_API ShoalStatus shoal_scene_write_world(const ShoalScene *scene, const char *path, ShoalError *err);
SHOAL_API ShoalStatus shoal_scene_write_case(const ShoalScene *scene, const char *path, ShoalError *err);

#ifdef __cplusplus
}
#endif

#endif
