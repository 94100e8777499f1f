// A world file. docs/formats.md, "World".
#include "world.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// @name Reading the XML: no network, no entities, no messages but ours
/// @{

static void keep_first(void *user, xmlErrorPtr error)
{
    const xmlParserCtxt *parser = user;
    ShlSource *source = parser->_private;
    if (error->level < XML_ERR_ERROR || source->error.status != SHOAL_OK) {
        return;
    }
    const char *message = error->message ? error->message : "an error";
    shl_source_fail(source, error->code == XML_ERR_NO_MEMORY ? SHOAL_ERR_MEMORY : SHOAL_ERR_FORMAT, error->line,
                    "not XML: %.*s; accepted: a world file", (int)strcspn(message, "\r\n"), message);
}

static void refuse_doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name, (void)external, (void)system;
    xmlParserCtxt *parser = user;
    ShlSource *source = parser->_private;
    if (source->error.status == SHOAL_OK) {
        shl_source_fail(source, SHOAL_ERR_FORMAT, parser->input->line,
                        "DOCTYPE, which could define entities; accepted: a world file without it");
    }
    xmlStopParser(parser);
}

/// libxml2 counts lines up to 65535 in its nodes; ours are in `_private`.
static void start_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                          const xmlChar **spaces, int attributes, int defaulted, const xmlChar **values)
{
    const xmlParserCtxt *parser = user;
    xmlSAX2StartElementNs(user, name, prefix, uri, namespaces, spaces, attributes, defaulted, values);
    if (parser->node) {
        parser->node->_private = (void *)(intptr_t)parser->input->line;
    }
}

static xmlDoc *parse(ShlSource *source, const ShlText *text)
{
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser || text->length > INT_MAX) {
        xmlFreeParserCtxt(parser);
        shl_source_no_memory(source);
        return NULL;
    }
    parser->_private = source;
    parser->sax->serror = keep_first;
    parser->sax->internalSubset = refuse_doctype;
    parser->sax->startElementNs = start_element;
    // What libxml2 says outside a parser, as of an encoding, would go to the standard error output of the process.
    const xmlStructuredErrorFunc handler = xmlStructuredError;
    void *const context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(parser, keep_first);
    xmlDoc *doc = xmlCtxtReadMemory(parser, text->data, (int)text->length, NULL, NULL, XML_PARSE_NONET);
    xmlSetStructuredErrorFunc(context, handler);
    if (source->error.status != SHOAL_OK) {
        xmlFreeDoc(doc);
        doc = NULL;
    } else if (!doc) {
        shl_source_fail(source, SHOAL_ERR_FORMAT, 1, "not XML; accepted: a world file");
    }
    xmlFreeParserCtxt(parser);
    return doc;
}

/// @}
/// @name Parameters
/// @{

static const ShoalSetting *find_setting(const ShlWorld *w, const char *name)
{
    const ShoalLoadOptions *options = w->source->options;
    for (int i = 0; i < options->setting_count; ++i) {
        if (strcmp(options->settings[i].name, name) == 0) {
            return &options->settings[i];
        }
    }
    return NULL;
}

static bool read_param(ShlWorld *w, xmlNode *node)
{
    const char *name = (const char *)node->name;
    ShlText text = {0};
    const ShlField field = {.name = "value", .kind = SHL_TEXT, .target = &text, .required = true};
    bool ok = shl_world_fields(w, node, &field, 1) && (!text.failed || shl_source_no_memory(w->source));
    const ShoalSetting *setting = find_setting(w, name);
    for (int i = 0; i < w->name_count && ok; ++i) {
        if (strcmp(w->names[i].name, name) == 0 && !w->names[i].setting) {
            ok = shl_world_fail(w, SHOAL_ERR_FORMAT, node, "a second parameter of this name; accepted: each name once");
        }
    }
    if (ok && setting) { // it was there before the file's default
        w->used[setting - w->source->options->settings] = true;
    } else if (ok) {
        ok = shl_world_name_add(w, name, shl_text_get(&text), NULL);
    }
    shl_text_free(&text);
    return ok;
}

static bool read_all_params(ShlWorld *w, const xmlNode *root)
{
    for (int i = 0; i < w->source->options->setting_count; ++i) {
        const ShoalSetting *setting = &w->source->options->settings[i];
        if (!shl_world_name_add(w, setting->name, setting->value, setting)) {
            return false;
        }
    }
    for (const xmlNode *node = root->children; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "params") != 0) {
            continue;
        }
        for (xmlNode *param = node->children; param; param = param->next) {
            if (param->type == XML_ELEMENT_NODE && !read_param(w, param)) {
                return false;
            }
        }
    }
    w->params = w->name_count;
    return true;
}

static bool check_settings(ShlWorld *w)
{
    for (int i = 0; i < w->source->options->setting_count; ++i) {
        if (!w->used[i]) {
            ShlText known = {0};
            for (int k = 0; k < w->name_count; ++k) {
                if (!w->names[k].setting || w->used[w->names[k].setting - w->source->options->settings]) {
                    shl_text_add(&known, "%s%s", known.length > 0 ? ", " : "", w->names[k].name);
                }
            }
            shl_source_fail(w->source, SHOAL_ERR_FORMAT, 1, "the world does not use setting '%.60s'; accepted: %s",
                            w->source->options->settings[i].name, known.length > 0 ? known.data : "none");
            shl_text_free(&known);
            return false;
        }
    }
    return true;
}

/// @}
/// @name The root
/// @{

static bool accept_setting(ShlWorld *w, const xmlNode *node, ShoalStatus status, ShoalError *err)
{
    err->status = status;
    return shl_source_accept(w->source, shl_world_line(node), err);
}

static bool read_gravity(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    double value[3];
    ShoalError err = {0};
    const ShlField field = {.name = "value", .kind = SHL_NUMBERS, .target = value, .count = 3, .required = true};
    return shl_world_fields(w, node, &field, 1) && shl_world_children(w, node, NULL, 0, NULL) &&
           accept_setting(w, node, shoal_scene_set_gravity(w->source->scene, value, &err), &err);
}

static bool read_timestep(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    double value = 0.0;
    ShoalError err = {0};
    const ShlField field = {.name = "value", .kind = SHL_NUMBER, .target = &value, .required = true};
    if (w->timestep_given) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "a second time step; accepted: one");
    }
    w->timestep_given = true;
    return shl_world_fields(w, node, &field, 1) && shl_world_children(w, node, NULL, 0, NULL) &&
           accept_setting(w, node, shoal_scene_set_timestep(w->source->scene, value, &err), &err);
}

static bool read_time(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    double value = 0.0;
    ShoalError err = {0};
    const ShlField field = {.name = "value", .kind = SHL_NUMBER, .target = &value, .required = true};
    return shl_world_fields(w, node, &field, 1) && shl_world_children(w, node, NULL, 0, NULL) &&
           accept_setting(w, node, shoal_scene_set_time(w->source->scene, value, &err), &err);
}

/// They were read before everything else.
static bool pass_params(ShlWorld *w, xmlNode *node, void *into)
{
    (void)w, (void)node, (void)into;
    return true;
}

static bool read_root(ShlWorld *w, xmlNode *root)
{
    const char *name = (const char *)root->name;
    if (strcmp(name, "raisim") != 0 && strcmp(name, "shoal") != 0) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, root, "unknown root element; accepted: raisim, shoal");
    }
    const ShlField fields[] = {{.name = "version", .kind = SHL_PAST}};
    static const ShlElement elements[] = {
        {"gravity", read_gravity, true},       {"timestep", read_timestep, true},
        {"timeStep", read_timestep, true},     {"time", read_time, true},
        {"params", pass_params, false},        {"fluids", shl_world_fluids, false},
        {"objects", shl_world_objects, false}, {"material", shl_world_past, false},
        {"erp", shl_world_past, false},        {"wire", shl_world_past, false},
        {"camera", shl_world_past, false},
    };
    return shl_world_fields(w, root, fields, SHL_COUNT(fields)) && read_all_params(w, root) &&
           shl_world_children(w, root, elements, SHL_COUNT(elements), NULL) && check_settings(w);
}

/// As an absolute path, so that what is in it is found from anywhere.
static void find_folder(ShlText *folder, const char *path)
{
    const char *slash = strrchr(path, '/');
    ShlText given = {0};
    if (slash) {
        shl_text_bytes(&given, path, slash > path ? (size_t)(slash - path) : 1);
    } else {
        shl_text_add(&given, ".");
    }
    char *whole = given.failed ? NULL : realpath(given.data, NULL);
    shl_text_add(folder, "%s", whole ? whole : shl_text_get(&given));
    folder->failed = folder->failed || given.failed;
    free(whole);
    shl_text_free(&given);
}

bool shl_read_world(ShlSource *source, const ShlText *text)
{
    ShlWorld world = {.source = source, .doc = parse(source, text)};
    if (!world.doc) {
        return false;
    }
    world.expression = shl_expression_create();
    world.used = calloc((size_t)source->options->setting_count + 1, sizeof *world.used);
    find_folder(&world.folder, source->path);
    const bool ok = world.expression && world.used && !world.folder.failed
                        ? read_root(&world, xmlDocGetRootElement(world.doc))
                        : shl_source_no_memory(source);
    shl_world_names_cut(&world, 0);
    shl_world_currents_free(&world);
    shl_world_meshes_free(&world);
    shl_world_voxels_free(&world);
    free(world.names);
    free(world.used);
    shl_text_free(&world.folder);
    shl_expression_destroy(world.expression);
    xmlFreeDoc(world.doc);
    return ok;
}

/// @}
