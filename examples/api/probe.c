/* SPDX-License-Identifier: Apache-2.0 */
/* probe.c - one contact along a path: loading and unloading of an elasto-plastic contact, and what it has lost. */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu_contact.h>

static tsu_error err;

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, err.message);
    return 1;
}

int main(void)
{
    enum { ROWS = 201, COLUMNS = 64, FN = 3, DISSIPATED = 11 };
    static double path[ROWS][TSU_PROBE_PATH], answer[ROWS * COLUMNS];
    static const double k1 = 1e4, ratio = 5.0, one = 1.0, none = 0.0;
    tsu_world_def world = tsu_world_def_default();
    const tsu_probe_def def = tsu_probe_def_default();
    world.timestep = 1e-6;
    tsu_world *w = tsu_world_create(&world, &err);
    if (!w || tsu_property_set_pair(w, "LoadingStiffness", &k1, &err) != TSU_OK ||
        tsu_property_set_pair(w, "UnloadingStiffness", &ratio, &err) != TSU_OK ||
        tsu_property_set_pair(w, "coefficientRestitution", &one, &err) != TSU_OK ||
        tsu_property_set_pair(w, "surfaceEnergy", &none, &err) != TSU_OK ||
        tsu_property_set_pair(w, "pullOffForce", &none, &err) != TSU_OK ||
        tsu_property_set(w, "overlapExponent", 1.0, &err) != TSU_OK ||
        tsu_property_set(w, "adhesionExponent", 1.0, &err) != TSU_OK ||
        tsu_laws_choose(w, "model edinburgh/stiffness", &err) != TSU_OK)
        return failed("world");
    tsu_probe *p = tsu_probe_create(w, &def, &err);
    for (int k = 0; k < ROWS; k++) {
        path[k][0] = k < ROWS / 2 ? 1e-7 * k : 1e-7 * (ROWS - k);
    }
    if (!p || tsu_probe_drive(p, &path[0][0], ROWS, answer, &err) != TSU_OK) return failed("path");
    size_t columns = 0;
    while (tsu_probe_column(p, columns)) {
        columns++;
    }
    const double most = path[ROWS / 2][0], lost = answer[(ROWS - 1) * columns + DISSIPATED];
    printf("largest force %g N, lost %g J\n", answer[(ROWS / 2) * columns + FN], lost);
    /* the loop between the lines k1 and k2 = 5 k1 */
    const int wrong = fabs(answer[(ROWS / 2) * columns + FN] - k1 * most) > 1e-9 ||
                      fabs(lost / (0.5 * k1 * most * most * (1.0 - 1.0 / ratio)) - 1.0) > 0.02;
    tsu_probe_destroy(p);
    tsu_world_destroy(w);
    return wrong;
}
