// The scene of a recording: a world file, and beside it the files that the world names.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "hdf5.h"

#include <dirent.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char here[] = "[THIS_DIR]/";

typedef struct Packing {
    hid_t files;
    const char *path, *folder; // of the recording, of the world
    char **packed;             // paths of the files so far; their numbers are their names
    int count, capacity, level;
    ShoalError *err;
} Packing;

static ShoalStatus no_memory(ShoalError *err, const char *path)
{
    return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory for its scene", path);
}

/// A folder for the world, empty text after a failure.
static ShoalStatus make_folder(ShlText *folder, const char *path, ShoalError *err)
{
    const char *base = getenv("TMPDIR");
    shl_text_add(folder, "%s/shoal_scene_XXXXXX", base && *base ? base : "/tmp");
    if (folder->failed) {
        return no_memory(err, path);
    }
    if (!mkdtemp(folder->data)) {
        shl_file_error(err, SHOAL_ERR_FILE, "%s: no folder for its scene can be made as %s", path, folder->data);
        shl_text_clear(folder);
        return SHOAL_ERR_FILE;
    }
    return SHOAL_OK;
}

static void remove_folder(ShlText *folder)
{
    DIR *dir = folder->length > 0 ? opendir(folder->data) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        ShlText file = {0};
        shl_text_add(&file, "%s/%s", folder->data, entry->d_name);
        unlink(shl_text_get(&file));
        shl_text_free(&file);
    }
    if (dir) {
        closedir(dir);
        rmdir(folder->data);
    }
    shl_text_free(folder);
}

static ShoalStatus read_file(const char *path, ShlText *text, ShoalError *err)
{
    const ShoalLoadOptions options = shoal_load_options();
    ShlSource source = {.path = path, .options = &options};
    if (shl_file_read(&source, text)) {
        return SHOAL_OK;
    }
    if (err) {
        *err = source.error;
    }
    return source.error.status;
}

/// "0_hull.obj" for the first file.
static void packed_name(ShlText *name, int number, const char *file)
{
    const char *slash = strrchr(file, '/');
    shl_text_add(name, "%d_%s", number, slash ? slash + 1 : file);
}

static ShoalStatus pack_file(Packing *packing, const char *file)
{
    ShlText bytes = {0}, name = {0};
    packed_name(&name, packing->count, file);
    ShoalStatus status = read_file(file, &bytes, packing->err);
    const hsize_t count = bytes.length;
    if (status == SHOAL_OK && name.failed) {
        status = no_memory(packing->err, packing->path);
    } else if (status == SHOAL_OK &&
               !shl_hdf5_put_data(packing->files, name.data, H5T_NATIVE_UCHAR, 1, &count, packing->level, bytes.data)) {
        status = shl_hdf5_fail(packing->err, packing->path, "cannot be written");
    }
    shl_text_free(&bytes);
    shl_text_free(&name);
    return status;
}

/// Packs the file that an attribute names, once, and gives the attribute its new name.
static ShoalStatus pack_attribute(Packing *packing, xmlNode *node, const char *attribute)
{
    xmlChar *given = xmlGetProp(node, (const xmlChar *)attribute);
    if (!given) {
        return SHOAL_OK;
    }
    ShlText file = {0}, name = {0};
    const bool beside = strncmp((const char *)given, here, sizeof here - 1) == 0;
    shl_text_add(&file, "%s%s%s", beside ? packing->folder : "", beside ? "/" : "",
                 (const char *)given + (beside ? sizeof here - 1 : 0));
    xmlFree(given);
    int number = 0;
    while (number < packing->count && strcmp(packing->packed[number], shl_text_get(&file)) != 0) {
        number++;
    }
    ShoalStatus status = file.failed ? no_memory(packing->err, packing->path) : SHOAL_OK;
    if (status == SHOAL_OK && number == packing->count) {
        status = shl_grow((void **)&packing->packed, &packing->capacity, packing->count, sizeof *packing->packed)
                     ? pack_file(packing, file.data)
                     : no_memory(packing->err, packing->path);
        if (status == SHOAL_OK) {
            packing->packed[packing->count++] = file.data;
            file.data = NULL; // the list has it now
        }
    }
    if (status == SHOAL_OK) {
        shl_text_add(&name, "%s", here);
        packed_name(&name, number, packing->packed[number]);
        xmlSetProp(node, (const xmlChar *)attribute, (const xmlChar *)shl_text_get(&name));
    }
    shl_text_free(&file);
    shl_text_free(&name);
    return status;
}

static ShoalStatus pack_below(Packing *packing, xmlNode *parent)
{
    ShoalStatus status = SHOAL_OK;
    for (xmlNode *node = parent->children; node && status == SHOAL_OK; node = node->next) {
        if (node->type == XML_ELEMENT_NODE) {
            status = pack_attribute(packing, node, "file_name");
            status = status == SHOAL_OK ? pack_below(packing, node) : status;
        }
    }
    return status;
}

static ShoalStatus pack_world(Packing *packing, hid_t file, const char *world)
{
    xmlDoc *doc = xmlReadFile(world, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    if (!doc) {
        return no_memory(packing->err, packing->path);
    }
    ShoalStatus status = pack_below(packing, xmlDocGetRootElement(doc));
    if (status == SHOAL_OK) {
        xmlChar *text = NULL;
        int length;
        xmlDocDumpMemory(doc, &text, &length);
        if (!text) {
            status = no_memory(packing->err, packing->path);
        } else if (!shl_hdf5_put_text(file, "scene", (const char *)text)) {
            status = shl_hdf5_fail(packing->err, packing->path, "cannot be written");
        }
        xmlFree(text);
    }
    xmlFreeDoc(doc);
    return status;
}

ShoalStatus shl_hdf5_put_scene(hid_t file, const char *path, const ShoalScene *scene, int level, ShoalError *err)
{
    ShlText folder = {0}, world = {0};
    ShoalStatus status = make_folder(&folder, path, err);
    if (status != SHOAL_OK) {
        shl_text_free(&folder);
        return status;
    }
    shl_text_add(&world, "%s/scene.xml", folder.data);
    status = world.failed ? no_memory(err, path) : shoal_scene_write_world(scene, world.data, err);
    if (status == SHOAL_OK) {
        Packing packing = {.files = H5Gcreate2(file, "files", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           .path = path,
                           .folder = folder.data,
                           .level = level,
                           .err = err};
        status = pack_world(&packing, file, world.data);
        H5Gclose(packing.files);
        for (int i = 0; i < packing.count; i++) {
            free(packing.packed[i]);
        }
        free(packing.packed);
    }
    shl_text_free(&world);
    remove_folder(&folder);
    return status;
}

typedef struct Unpacking {
    const char *path, *folder;
    ShoalError *err;
} Unpacking;

static herr_t unpack_file(hid_t files, const char *name, const H5L_info_t *info, void *user)
{
    (void)info;
    Unpacking *unpacking = user;
    if (strchr(name, '/') || name[0] == '.') {
        shl_file_error(unpacking->err, SHOAL_ERR_FORMAT, "%s: a file of its scene has the name '%.100s'",
                       unpacking->path, name);
        return -1;
    }
    void *bytes;
    size_t count;
    if (!shl_hdf5_get_bytes(files, name, &bytes, &count)) {
        shl_hdf5_fail(unpacking->err, unpacking->path, "a file of its scene cannot be read");
        return -1;
    }
    ShlText file = {0};
    shl_text_add(&file, "%s/%s", unpacking->folder, name);
    const ShlText text = {.data = bytes, .length = count};
    const ShoalStatus status =
        file.failed ? no_memory(unpacking->err, unpacking->path) : shl_file_write(file.data, &text, unpacking->err);
    shl_text_free(&file);
    free(bytes);
    return status == SHOAL_OK ? 0 : -1;
}

/// The text of attribute `scene`, from malloc.
static char *scene_text(hid_t file)
{
    const hid_t attribute = H5Aopen(file, "scene", H5P_DEFAULT);
    const size_t size = attribute >= 0 ? (size_t)H5Aget_storage_size(attribute) + 1 : 0;
    H5Aclose(attribute);
    char *text = size > 1 ? malloc(size) : NULL;
    if (text && !shl_hdf5_get_text(file, "scene", text, size)) {
        free(text);
        return NULL;
    }
    return text;
}

static ShoalStatus unpack(hid_t file, const char *path, const char *folder, const char *world, ShoalError *err)
{
    char *scene = scene_text(file);
    if (!scene) {
        return shl_hdf5_fail(err, path, "its scene cannot be read");
    }
    ShlText text = {.data = scene, .length = strlen(scene)};
    ShoalStatus status = shl_file_write(world, &text, err);
    free(scene);
    Unpacking unpacking = {path, folder, err};
    const hid_t files = H5Gopen2(file, "files", H5P_DEFAULT);
    if (status == SHOAL_OK && files >= 0 &&
        H5Literate(files, H5_INDEX_NAME, H5_ITER_INC, NULL, unpack_file, &unpacking) < 0) {
        status = err && err->status != SHOAL_OK ? err->status : SHOAL_ERR_FILE;
    }
    H5Gclose(files);
    return status;
}

ShoalStatus shl_hdf5_get_scene(hid_t file, const char *path, ShoalScene **out, ShoalError *err)
{
    ShlText folder = {0}, world = {0};
    ShoalError sentence = {0};
    ShoalStatus status = make_folder(&folder, path, err);
    if (status != SHOAL_OK) {
        shl_text_free(&folder);
        return status;
    }
    shl_text_add(&world, "%s/scene.xml", folder.data);
    status = world.failed ? no_memory(&sentence, path) : unpack(file, path, folder.data, world.data, &sentence);
    if (status != SHOAL_OK) {
        shl_file_error(err, status, "%s", sentence.message);
    } else {
        status = shoal_scene_load(world.data, NULL, out, &sentence);
        if (status != SHOAL_OK) {
            shl_file_error(err, status, "%s: its scene: %.900s", path, sentence.message);
        }
    }
    shl_text_free(&world);
    remove_folder(&folder);
    return status;
}
