/* SPDX-License-Identifier: Apache-2.0 */
/* plot_units.c - units of the columns of logs whose deck says `units si`. */
#include "plot_compare.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *column, *unit;
} units[] = {{"Time", "s"},   {"Dt", "s"},      {"CPU", "s"},    {"Temp", "K"},   {"Press", "Pa"},
             {"KinEng", "J"}, {"PotEng", "J"},  {"TotEng", "J"}, {"RotEng", "J"}, {"RotKE", "J"},
             {"E_pair", "J"}, {"Volume", "m3"}, {"Lx", "m"},     {"Ly", "m"},     {"Lz", "m"},
             {"Xlo", "m"},    {"Xhi", "m"},     {"Ylo", "m"},    {"Yhi", "m"},    {"Zlo", "m"},
             {"Zhi", "m"},    {"Pxx", "Pa"},    {"Pyy", "Pa"},   {"Pzz", "Pa"},   {"Pxy", "Pa"},
             {"Pxz", "Pa"},   {"Pyz", "Pa"},    {"Mass", "kg"},  {"Cu", "s/s"}};

const char *tsu_plot_label(const tsu_log *log, const char *column, char *out, size_t size)
{
    for (size_t k = 0; log->si && k < sizeof units / sizeof *units; k++) {
        if (strcasecmp(units[k].column, column) != 0) continue;
        snprintf(out, size, "%.63s [%s]", column, units[k].unit);
        return out;
    }
    snprintf(out, size, "%.63s", column);
    return out;
}
