#include "solids.h"
#include "check.h"

#include "soa/mesh.h"

/// Makes and frees a mesh. @return the status
ShoalStatus look_at(const Triangles *t, int repair, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMeshDef def = mesh_def_of(t);
    def.repair_winding = repair;
    ShoalMesh *mesh = NULL;
    *err = (ShoalError){0};
    const ShoalStatus status = shoal_mesh_create(&def, &mesh, report, err);
    shoal_mesh_destroy(mesh);
    return status;
}

void check_solid(const char *row, const Triangles *t, int repair, double volume, const double centroid[3],
                 double tolerance)
{
    ShoalMeshReport r;
    ShoalError err;
    if (look_at(t, repair, &r, &err) != SHOAL_OK) {
        check_true(row, 0, err.message);
        return;
    }
    check_rel(row, r.volume, volume, tolerance);
    check_vector(row, r.centroid, centroid, 3, tolerance, 1.0);
}

void check_no_solid(const char *row, const Triangles *t, int repair, const char *message)
{
    ShoalMeshReport r;
    ShoalError err;
    check_true(row, look_at(t, repair, &r, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_says(row, err.message, message);
}

void check_same_mesh(const char *row, const ShoalMesh *a, const ShoalMesh *b)
{
    ShoalMeshReport of_a, of_b;
    shoal_mesh_report(a, &of_a);
    shoal_mesh_report(b, &of_b);
    check_equal_bits(row, of_a.centroid, of_b.centroid, sizeof of_a.centroid);
    check_equal_bits(row, of_a.inertia, of_b.inertia, sizeof of_a.inertia);
    check_equal_bits(row, of_a.added_mass, of_b.added_mass, sizeof of_a.added_mass);
    check_equal_bits(row, &of_a.volume, &of_b.volume, sizeof of_a.volume);
    assert_int_equal(a->faces, b->faces);
    check_equal_bits(row, a->face, b->face, SHL_FACE_COLUMNS * (size_t)a->faces * sizeof *a->face);
    check_equal_bits(row, a->corner, b->corner, SHL_CORNER_COLUMNS * (size_t)a->faces * sizeof *a->corner);
    check_equal_bits(row, a->cluster, b->cluster, (size_t)a->clusters * sizeof *a->cluster);
}
