// The objects of a world file. docs/formats.md, "Objects".
#include "world.h"

#include <math.h>
#include <string.h>

typedef struct Body {
    ShoalBodyDef def;
    ShlShapes shapes;
    ShoalShapeDef all; ///< what the body's `fluid` says of all its shapes
    double all_matrix[36];
    double frame[3];     ///< where the object's frame is
    ShlMeshRef mesh;     ///< of a body that is one
    ShlVoxelsRef voxels; ///< of a body that is made of them
} Body;

/// A shape being read, in a compound or by itself.
typedef struct Shape {
    ShoalShapeDef def;
    double matrix[36];
    bool posed;
} Shape;

/// @name Fluid coefficients and size of a shape
/// @{

bool shl_world_fluid(ShlWorld *w, xmlNode *node, ShoalShapeDef *def, double matrix[36])
{
    ShoalCoefficients *c = &def->coefficients;
    int faces = (int)def->faces, box_added_mass = (int)def->box_added_mass, algorithm = (int)def->algorithm;
    bool matrix_given = false;
    enum { COMMON = 10 };
    ShlField fields[COMMON + SHL_VOXEL_FORCES_COUNT] = {
        {.name = "enabled", .kind = SHL_FLAG, .target = &c->enabled},
        {.name = "buoyancy", .kind = SHL_FLAG, .target = &c->buoyancy},
        {.name = "drag", .kind = SHL_NUMBER, .target = &c->drag},
        {.name = "skin_friction", .kind = SHL_NUMBER, .target = &c->skin_friction},
        {.name = "magnus_lift", .kind = SHL_NUMBER, .target = &c->magnus_lift},
        {.name = "added_mass", .kind = SHL_NUMBER, .target = &c->added_mass},
        {.name = "added_mass_matrix", .kind = SHL_NUMBERS, .target = matrix, .count = 36, .given = &matrix_given},
        {.name = "box_added_mass", .kind = SHL_CHOICE, .target = &box_added_mass, .words = shl_box_added_masses},
        {.name = "algorithm", .kind = SHL_CHOICE, .target = &algorithm, .words = shl_mesh_algorithms},
        {.name = "faces", .kind = SHL_CHOICE, .target = &faces, .words = shl_faces},
    };
    shl_voxel_force_fields(&def->voxel, fields + COMMON);
    if (!shl_world_fields(w, node, fields, def->type == SHOAL_VOXELS ? SHL_COUNT(fields) : COMMON) ||
        !shl_world_children(w, node, NULL, 0, NULL)) {
        return false;
    }
    def->faces = (ShoalFaces)faces;
    def->box_added_mass = (ShoalBoxAddedMass)box_added_mass;
    def->algorithm = (ShoalMeshAlgorithm)algorithm;
    def->added_mass_matrix = matrix_given ? matrix : def->added_mass_matrix;
    return true;
}

static bool read_shape_fluid(ShlWorld *w, xmlNode *node, void *into)
{
    Shape *shape = into;
    return shl_world_fluid(w, node, &shape->def, shape->matrix);
}

static bool read_body_fluid(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    return shl_world_fluid(w, node, &body->all, body->all_matrix);
}

bool shl_world_dim(ShlWorld *w, xmlNode *node, ShoalShapeDef *def)
{
    const ShlField round[] = {
        {.name = "radius", .kind = SHL_NUMBER, .target = &def->radius, .required = true},
        {.name = "height", .kind = SHL_NUMBER, .target = &def->height, .required = true},
    };
    const ShlField box[] = {
        {.name = "x", .kind = SHL_NUMBER, .target = &def->size[0], .required = true},
        {.name = "y", .kind = SHL_NUMBER, .target = &def->size[1], .required = true},
        {.name = "z", .kind = SHL_NUMBER, .target = &def->size[2], .required = true},
    };
    const bool sides = def->type == SHOAL_BOX || def->type == SHOAL_ELLIPSOID;
    const bool ok = sides ? shl_world_fields(w, node, box, SHL_COUNT(box))
                          : shl_world_fields(w, node, round, def->type == SHOAL_SPHERE ? 1 : 2);
    return ok && shl_world_children(w, node, NULL, 0, NULL);
}

static bool read_dim(ShlWorld *w, xmlNode *node, void *into)
{
    Shape *shape = into;
    return shl_world_dim(w, node, &shape->def);
}

static bool has_child(const xmlNode *node, const char *name)
{
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE && strcmp((const char *)child->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool need_child(ShlWorld *w, const xmlNode *node, const char *name)
{
    return has_child(node, name) || shl_world_fail(w, SHOAL_ERR_FORMAT, node, "no element '%s'; accepted: one", name);
}

bool shl_world_ignore(ShlWorld *w, xmlNode *node, void *into)
{
    (void)w, (void)node, (void)into;
    return true;
}

/// @}
/// @name Compounds
/// @{

static bool read_pose(ShlWorld *w, xmlNode *node, void *into)
{
    Shape *shape = into;
    if (shape->posed) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "beside another pose or state; accepted: one");
    }
    shape->posed = true;
    const ShlField fields[] = {
        {.name = "pos", .kind = SHL_NUMBERS, .target = shape->def.offset, .count = 3},
        {.name = "quat", .kind = SHL_NUMBERS, .target = shape->def.offset_quaternion, .count = 4},
    };
    return shl_world_fields(w, node, fields, SHL_COUNT(fields)) && shl_world_children(w, node, NULL, 0, NULL);
}

static bool read_child(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    bool mass_given = false;
    ShlField fields[2 + SHL_MESH_FIELDS] = {
        {.name = "name", .kind = SHL_PAST},
        {.name = "mass", .kind = SHL_PAST, .given = &mass_given},
    };
    static const ShlElement elements[] = {
        {"dim", read_dim, true}, // not of a mesh
        {"pose", read_pose, true},
        {"state", read_pose, true},
        {"fluid", read_shape_fluid, true},
    };
    Shape shape = {.def = body->all};
    shape.def.type = (ShoalShapeType)shl_word_find(shl_shape_types, (const char *)node->name);
    const bool is_mesh = shape.def.type == SHOAL_MESH;
    ShlMeshRef ref;
    shl_world_mesh_fields(&ref, fields + 2);
    bool ok = shl_world_fields(w, node, fields, is_mesh ? SHL_COUNT(fields) : 2);
    if (ok && is_mesh) {
        shape.def.mesh = shl_world_mesh(w, node, &ref);
        ok = shape.def.mesh != NULL;
    }
    shl_text_free(&ref.file);
    if (!ok || (!is_mesh && !need_child(w, node, "dim")) ||
        !shl_world_children(w, node, elements + is_mesh, SHL_COUNT(elements) - is_mesh, &shape)) {
        return false;
    }
    if (mass_given) {
        shl_world_warn(w, 31, "mass of a compound's child: read past; the compound has the mass");
    }
    return shl_shapes_add(&body->shapes, &shape.def) || shl_source_no_memory(w->source);
}

/// What is filled and `fluid` have been read.
#define VOXELS_READ                                                                                                    \
    {"sphere", shl_world_ignore, true}, {"box", shl_world_ignore, true}, {"cylinder", shl_world_ignore, true},         \
        {"capsule", shl_world_ignore, true}, {"ellipsoid", shl_world_ignore, true}, {"cells", shl_world_ignore, true}, \
    {                                                                                                                  \
        "fluid", shl_world_ignore, true                                                                                \
    }

static bool add_voxels(ShlWorld *w, Body *body, const ShoalShapeDef *def)
{
    const bool added = shl_shapes_add(&body->shapes, def);
    shoal_voxels_destroy(def->voxels); // the shapes have their share
    return added || shl_source_no_memory(w->source);
}

static bool read_voxels_child(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    ShlField fields[1 + SHL_VOXELS_FIELDS] = {{.name = "name", .kind = SHL_PAST}};
    static const ShlElement elements[] = {{"pose", read_pose, true}, {"state", read_pose, true}, VOXELS_READ};
    Shape shape = {.def = body->all};
    ShlVoxelsRef ref;
    shape.def.type = SHOAL_VOXELS;
    shl_world_voxels_fields(&ref, fields + 1);
    const bool ok = shl_world_fields(w, node, fields, SHL_COUNT(fields)) &&
                    shl_world_children(w, node, elements, SHL_COUNT(elements), &shape) &&
                    shl_world_voxels(w, node, &ref, &shape.def) && add_voxels(w, body, &shape.def);
    shl_world_voxels_ref_free(&ref);
    return ok;
}

static bool read_compound(ShlWorld *w, xmlNode *node, void *into)
{
    static const ShlElement elements[] = {
        {"sphere", read_child, false},        {"box", read_child, false},  {"cylinder", read_child, false},
        {"capsule", read_child, false},       {"mesh", read_child, false}, {"ellipsoid", read_child, false},
        {"voxels", read_voxels_child, false},
    };
    return shl_world_fields(w, node, NULL, 0) && shl_world_children(w, node, elements, SHL_COUNT(elements), into);
}

/// @}
/// @name Bodies
/// @{

static bool read_inertia(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    double *m = body->def.inertia;
    const ShlField fields[] = {
        {.name = "xx", .kind = SHL_NUMBER, .target = &m[0], .required = true},
        {.name = "xy", .kind = SHL_NUMBER, .target = &m[1], .required = true},
        {.name = "xz", .kind = SHL_NUMBER, .target = &m[2], .required = true},
        {.name = "yy", .kind = SHL_NUMBER, .target = &m[3], .required = true},
        {.name = "yz", .kind = SHL_NUMBER, .target = &m[4], .required = true},
        {.name = "zz", .kind = SHL_NUMBER, .target = &m[5], .required = true},
    };
    body->def.inertia_given = 1;
    return shl_world_fields(w, node, fields, SHL_COUNT(fields)) && shl_world_children(w, node, NULL, 0, NULL);
}

static bool read_state(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    const ShlField fields[] = {
        {.name = "pos", .kind = SHL_NUMBERS, .target = body->frame, .count = 3},
        {.name = "quat", .kind = SHL_NUMBERS, .target = body->def.quaternion, .count = 4},
        {.name = "lin_vel", .kind = SHL_NUMBERS, .target = body->def.linear_velocity, .count = 3, .alias = "linVel"},
        {.name = "ang_vel", .kind = SHL_NUMBERS, .target = body->def.angular_velocity, .count = 3, .alias = "angVel"},
    };
    return shl_world_fields(w, node, fields, SHL_COUNT(fields)) && shl_world_children(w, node, NULL, 0, NULL);
}

/// The size of a body that is one shape.
static bool read_own_dim(ShlWorld *w, xmlNode *node, void *into)
{
    Body *body = into;
    Shape shape = {.def = body->all};
    return read_dim(w, node, &shape) && (shl_shapes_add(&body->shapes, &shape.def) || shl_source_no_memory(w->source));
}

/// v + 2 w (u x v) + 2 u x (u x v) for the quaternion (w, u)
static void turn(const double q[4], const double v[3], double out[3])
{
    const double a[3] = {q[2] * v[2] - q[3] * v[1], q[3] * v[0] - q[1] * v[2], q[1] * v[1] - q[2] * v[0]};
    const double b[3] = {q[2] * a[2] - q[3] * a[1], q[3] * a[0] - q[1] * a[2], q[1] * a[1] - q[2] * a[0]};
    for (int k = 0; k < 3; ++k) {
        out[k] = v[k] + 2.0 * (q[0] * a[k] + b[k]);
    }
}

/// The file places the object's frame, the scene the centre of mass.
static bool place(ShlWorld *w, const xmlNode *node, Body *body)
{
    ShoalBodyDef *def = &body->def;
    const double zero[3] = {0.0, 0.0, 0.0};
    ShoalError err = {0};
    double com[3], arm[3], q[4];
    memcpy(com, def->com, sizeof com);
    if (!def->com_given && def->shape_count > 0) {
        ShoalMassProperties properties = {0};
        err.status = shoal_mass_properties(def, &properties, &err);
        memcpy(com, properties.com, sizeof com);
    }
    memcpy(def->position, body->frame, sizeof def->position);
    if (memcmp(com, zero, sizeof com) != 0) {
        const double *p = def->quaternion;
        const double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        for (int k = 0; k < 4; ++k) {
            q[k] = length > 0.0 ? p[k] / length : 0.0; // the scene refuses what is not unit
        }
        turn(q, com, arm);
        for (int k = 0; k < 3; ++k) {
            def->position[k] += arm[k];
        }
    }
    return shl_source_accept(w->source, shl_world_line(node), &err);
}

static bool read_attributes(ShlWorld *w, xmlNode *node, Body *body, ShlText *name)
{
    ShoalBodyDef *def = &body->def;
    int type = (int)def->type;
    bool mass_given = false, density_given = false, com_given = false;
    enum { OWN = 5 };
    _Static_assert((int)SHL_VOXELS_FIELDS == (int)SHL_MESH_FIELDS, "a mesh and voxels have as many attributes");
    const bool is_voxels = body->all.type == SHOAL_VOXELS;
    ShlField fields[OWN + SHL_MESH_FIELDS] = {
        {.name = "name", .kind = SHL_TEXT, .target = name},
        {.name = "mass", .kind = SHL_NUMBER, .target = &def->mass, .given = &mass_given},
        {.name = "density", .kind = SHL_NUMBER, .target = &def->density, .given = &density_given},
        {.name = "body_type", .kind = SHL_CHOICE, .target = &type, .words = shl_body_types},
        {.name = "com", .kind = SHL_NUMBERS, .target = def->com, .count = 3, .given = &com_given},
    };
    if (is_voxels) {
        shl_world_voxels_fields(&body->voxels, fields + OWN);
    } else {
        shl_world_mesh_fields(&body->mesh, fields + OWN);
    }
    if (!shl_world_fields(w, node, fields, is_voxels || body->all.type == SHOAL_MESH ? SHL_COUNT(fields) : OWN)) {
        return false;
    }
    if (mass_given == density_given || (mass_given && !(def->mass > 0.0))) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s; accepted: a mass above 0 kg, or a density",
                              mass_given && density_given ? "both mass and density"
                              : mass_given                ? "mass is not above 0"
                                                          : "neither mass nor density");
    }
    def->type = (ShoalBodyType)type;
    def->com_given = com_given;
    return true;
}

/// In an array a name without @@ gets the indices behind it: box_0, box_1.
static void finish_name(const ShlWorld *w, xmlNode *node, ShlText *name)
{
    xmlChar *raw = xmlGetNoNsProp(node, (const xmlChar *)"name");
    for (int i = w->params; raw && !strstr((const char *)raw, "@@") && i < w->name_count; ++i) {
        shl_text_add(name, "_%s", w->names[i].value);
    }
    xmlFree(raw);
}

/// A body that is a mesh. What `fluid` says has been read.
static bool add_own_mesh(ShlWorld *w, const xmlNode *node, Body *body)
{
    body->all.mesh = shl_world_mesh(w, node, &body->mesh);
    return body->all.mesh && (shl_shapes_add(&body->shapes, &body->all) || shl_source_no_memory(w->source));
}

/// The shapes, inertia and state of a body whose attributes have been read.
static bool read_elements(ShlWorld *w, xmlNode *node, Body *body, int type)
{
    static const ShlElement fluid_first[] = {
        {"dim", shl_world_ignore, true},   {"children", shl_world_ignore, true}, {"inertia", shl_world_ignore, true},
        {"state", shl_world_ignore, true}, {"fluid", read_body_fluid, true},
    };
    static const ShlElement one[] = {
        {"dim", read_own_dim, true}, // not of a mesh
        {"inertia", read_inertia, true},
        {"state", read_state, true},
        {"fluid", shl_world_ignore, true},
    };
    static const ShlElement several[] = {
        {"children", read_compound, true},
        {"inertia", read_inertia, true},
        {"state", read_state, true},
        {"fluid", shl_world_ignore, true},
    };
    static const ShlElement of_voxels[] = {{"inertia", read_inertia, true}, {"state", read_state, true}, VOXELS_READ};
    const bool is_mesh = type == SHOAL_MESH;
    if (type == SHOAL_VOXELS) {
        return shl_world_children(w, node, of_voxels, SHL_COUNT(of_voxels), body) &&
               shl_world_voxels(w, node, &body->voxels, &body->all) && add_voxels(w, body, &body->all);
    }
    return (is_mesh || need_child(w, node, type < 0 ? "children" : "dim")) &&
           shl_world_children(w, node, fluid_first, SHL_COUNT(fluid_first), body) &&
           (!is_mesh || add_own_mesh(w, node, body)) &&
           shl_world_children(w, node, (type < 0 ? several : one) + is_mesh, SHL_COUNT(one) - is_mesh, body);
}

static bool read_parts(ShlWorld *w, xmlNode *node, Body *body, ShlText *name)
{
    const int type = shl_word_find(shl_shape_types, (const char *)node->name);
    body->def = shoal_body_def();
    body->all = shoal_shape_def(type < 0 ? SHOAL_SPHERE : (ShoalShapeType)type);
    if (!read_attributes(w, node, body, name)) {
        return false;
    }
    finish_name(w, node, name);
    if (name->failed) {
        return shl_source_no_memory(w->source);
    }
    w->body = name->length > 0 ? name->data : NULL;
    ShoalBodyDef *def = &body->def;
    if (!read_elements(w, node, body, type)) {
        return false;
    }
    def->name = name->length > 0 ? name->data : NULL;
    def->shapes = shl_shapes_get(&body->shapes);
    def->shape_count = body->shapes.count;
    return place(w, node, body) && shl_source_add_body(w->source, shl_world_line(node), def);
}

static bool read_body(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    Body body = {0};
    ShlText name = {0};
    const bool ok = read_parts(w, node, &body, &name);
    w->body = NULL;
    shl_shapes_free(&body.shapes);
    shl_text_free(&name);
    shl_text_free(&body.mesh.file);
    shl_world_voxels_ref_free(&body.voxels);
    return ok;
}

bool shl_world_objects(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    static const ShlElement elements[] = {
        {"sphere", read_body, false},
        {"box", read_body, false},
        {"cylinder", read_body, false},
        {"capsule", read_body, false},
        {"compound", read_body, false},
        {"mesh", read_body, false},
        {"ellipsoid", read_body, false},
        {"voxels", read_body, false},
        {"ground", shl_world_past, false},
        {"heightmap", shl_world_past, false},
        {"articulated_system", shl_world_past, false},
        {"articulatedSystem", shl_world_past, false},
    };
    return shl_world_fields(w, node, NULL, 0) && shl_world_children(w, node, elements, SHL_COUNT(elements), NULL);
}

/// @}
