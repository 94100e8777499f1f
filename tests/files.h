/// @file files.h
/// Scenes, and files in a folder that the test removes at its end.
#ifndef SHOAL_TEST_FILES_H
#define SHOAL_TEST_FILES_H

#include <shoal/files.h>

/// Prints what differs between two scenes, to the last bit. @return how many parts differ
int scene_differences(const char *row, const ShoalScene *a, const ShoalScene *b);
/// scene -> case -> world -> case and back each time; prints what differs. @return how many parts differ
int round_trip_differences(const char *row, const ShoalScene *scene);

const char *temp_folder(void);           ///< made at the first call
const char *temp_path(const char *name); ///< valid until the next call
const char *temp_write(const char *name, const char *text, size_t size);
int temp_count(void); ///< entries in the folder
void temp_remove(void);

/// Loads a text as a file of that name. @return the status; *out is NULL after a failure
ShoalStatus load_text(const char *name, const char *text, const ShoalLoadOptions *options, ShoalScene **out,
                      ShoalError *err);

/// Sets a locale whose decimal point is a comma, installed or made in the folder. @return 0 where neither works
int comma_locale(void);

/// A file or folder of a name in the folder that an environment variable names; NULL where that is not set.
const char *file_from(const char *variable, const char *name);

#endif
