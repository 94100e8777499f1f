// A reader of mesh files on whatever bytes libFuzzer comes up with, then the checks that make a mesh of the triangles.
// Built once a format: READER is shl_read_obj, shl_read_stl or shl_read_ply.
#include "io/mesh_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); // as long as it must be, so that a sanitizer sees every step beyond
    ShlSource source = {.path = "mesh"};
    ShlMeshFile file = {.source = &source, .text = text, .size = size};
    memcpy(text, data, size);
    text[size] = '\0';
    const bool read = READER(&file);
    free(text);
    for (int repair = 0; read && repair < 2; ++repair) {
        ShoalMeshDef def = shoal_mesh_def();
        ShoalMesh *mesh = NULL;
        ShoalError err;
        def.vertices = file.vertices;
        def.vertex_count = file.vertex_count;
        def.triangles = file.triangles;
        def.triangle_count = file.triangle_count;
        def.repair_winding = repair;
        if (shoal_mesh_create(&def, &mesh, NULL, &err) == SHOAL_OK) {
            shoal_mesh_destroy(mesh);
        }
    }
    free(file.vertices);
    free(file.triangles);
    return 0;
}
