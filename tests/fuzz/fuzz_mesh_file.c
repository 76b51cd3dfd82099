/* SPDX-License-Identifier: Apache-2.0 */
/* The readers of meshes fed with anything; what they accept must make a mesh whose faults can be told. Built with TSU_FUZZ
 * for libFuzzer; test_mesh_file_smoke.c feeds the same function. */
#include "base/memory.h"
#include "format/mesh_file.h"
#include "format/vtk_tets.h"
#include "state/mesh.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tsu_facets f = {0};
    tsu_mesh m = {0};
    tsu_mesh_health h;
    tsu_error err = {0};
    char text[300];
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    if (tsu_mesh_file_parse(copy, size, "fuzz", &f, &err) == TSU_OK &&
        tsu_mesh_build(&m, &f, 1e-8, &err) == TSU_OK) {
        int64_t changed;
        if (tsu_mesh_examine(&m, &h, &err) == TSU_OK) tsu_mesh_describe(&m, &h, text, sizeof text);
        (void)tsu_mesh_repair(&m,
                              1u << TSU_MESH_DEGENERATE | 1u << TSU_MESH_DUPLICATED | 1u << TSU_MESH_INVERTED,
                              &changed, &err);
    }
    tsu_mesh_free(&m);
    tsu_facets_free(&f);
    tsu_tet_list tets = {0};
    if (tsu_vtk_tets_parse(copy, size, "fuzz", &tets, &err) == TSU_OK) tsu_memory_release(&tets.corner);
    free(copy);
    return 0;
}
