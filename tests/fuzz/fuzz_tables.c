/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of particles in VTK files fed with anything; what it accepts has as many numbers as it says. Built with TSU_FUZZ for
 * libFuzzer; test_tables_smoke.c feeds the same function. */
#include "format/tables_read.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int xml = 0; xml < 2; xml++) {
        tsu_dump_frame f = {0};
        tsu_error err = {0};
        char *copy = malloc(size + 1);
        if (!copy) return 0;
        memcpy(copy, data, size);
        copy[size] = '\0';
        const tsu_status status = xml ? tsu_vtk_points_parse_xml(copy, size, "fuzz", &f, &err)
                                      : tsu_vtk_points_parse(copy, size, "fuzz", &f, &err);
        double sum = 0.0;
        for (size_t k = 0; status == TSU_OK && k < f.rows * (size_t)f.columns; k++) {
            sum += f.value[k];
        }
        if (status == TSU_OK && !(sum < 0.0)) (void)tsu_dump_find_columns(&f, "fuzz", &err);
        tsu_dump_free(&f);
        free(copy);
    }
    return 0;
}
