/* SPDX-License-Identifier: Apache-2.0 */
/* The readers of particles (data files) and of tetrahedra fed with anything. Built with TSU_FUZZ for libFuzzer;
 * test_data_file_smoke.c feeds the same function. */
#include "base/memory.h"
#include "format/data_file.h"
#include "format/vtk_tets.h"
#include "search/tets.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tsu_data d;
    tsu_tet_list list;
    tsu_solid solid = {0};
    tsu_error err = {0};
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    if (tsu_data_parse(copy, size, "fuzz", &d, &err) == TSU_OK) tsu_data_free(&d);
    if (tsu_vtk_tets_parse(copy, size, "fuzz", &list, &err) == TSU_OK) {
        if (tsu_tets_make(&solid, (const double(*)[4][3])list.corner, list.count, &err) == TSU_OK) {
            const double x[3] = {0.1, 0.2, 0.3};
            (void)solid.contains(solid.self, x);
            (void)solid.depth(solid.self, x);
            solid.destroy(solid.self);
        }
        tsu_memory_release(&list.corner);
    }
    free(copy);
    return 0;
}
