/* SPDX-License-Identifier: Apache-2.0 */
/* bench_cases.c - what `tsubu bench` measures. Every deck is given the variables dat, mesh, skin, warm and steps besides those
 * in the tables, and end (in.end: write the end state). */
#include "bench/bench.h"
#include <stddef.h>

/* ---- who takes part, with which deck and variables ------------------------------------------------------------------------ */

static const tsu_bench_entry hertz[] = {
    {"tsubu", TSU_BENCH_SELF, "in.elastic", "model hertz"},
    {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.elastic", "model hertz"},
    {"LAMMPS gran/hertz/history", TSU_BENCH_LAMMPS, "in.lammps", "model hertz"},
    {"LAMMPS granular", TSU_BENCH_LAMMPS, "in.lammps", "model granular"}};
static const tsu_bench_entry hooke[] = {
    {"tsubu", TSU_BENCH_SELF, "in.elastic", "model hooke"},
    {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.elastic", "model hooke"},
    {"LAMMPS gran/hooke/history", TSU_BENCH_LAMMPS, "in.lammps", "model hooke"}};
static const tsu_bench_entry edinburgh[] = {
    {"tsubu", TSU_BENCH_SELF, "in.edinburgh", "tangential jkr_tan"},
    {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.edinburgh", "tangential history"}};
static const tsu_bench_entry flow[] = {{"tsubu", TSU_BENCH_SELF, "in.flow", ""},
                                       {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.flow", ""}};
static const tsu_bench_entry mesh[] = {{"tsubu", TSU_BENCH_SELF, "in.mesh", ""},
                                       {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.mesh", ""}};
static const tsu_bench_entry insert[] = {{"tsubu", TSU_BENCH_SELF, "in.insert", "fraction 0.3"},
                                         {"LIGGGHTS", TSU_BENCH_LIGGGHTS, "in.insert", "fraction 0.3"},
                                         {"tsubu to 0.55", TSU_BENCH_SELF, "in.insert", "fraction 0.55"}};

/* ---- the cases: members in the order of bench.h ---------------------------------------------------------------------------- */

/* clang-format off */
const tsu_bench_case tsu_bench_cases[] = {
    {"hertz_1k",       "settled bed, hertz + history, 1000",                    "tiny", {1, 1},   false, 0.001,  1000, 11000, hertz, 2},
    {"hertz_10k",      "settled bed, hertz + history, 10,000",                  "mono", {1, 1},   false, 0.001,  100,  1100,  hertz, 4},
    {"hertz_100k",     "settled bed, hertz + history, 100,000",                 "mono", {5, 2},   false, 0.001,  20,   120,   hertz, 4},
    {"hertz_1m",       "settled bed, hertz + history, 1,000,000",               "mono", {10, 10}, false, 0.001,  5,    65,    hertz, 4},
    {"hertz_4m",       "settled bed, hertz + history, 4,000,000",               "mono", {20, 20}, false, 0.001,  2,    42,    hertz, 1},
    {"hooke_100k",     "settled bed, hooke + history, 100,000",                 "mono", {5, 2},   false, 0.001,  20,   120,   hooke, 3},
    {"edinburgh_100k", "settled bed, edinburgh/stiffness + jkr_tan (LIGGGHTS: history) + epsd3, 100,000",
                                                                                "mono", {5, 2},   false, 0.001,  20,   120,   edinburgh, 2},
    {"poly_100k",      "settled bed, sizes 1:2, hertz + history, 100,000",      "poly", {5, 2},   false, 0.001,  20,   120,   hertz, 3},
    {"wide_100k",      "settled bed, sizes 1:10, hertz + history, 100,000",     "wide", {5, 2},   false, 0.0002, 10,   60,    hertz, 3},
    {"flow",           "a breaking column of 20,300: many list rebuilds",       NULL,   {0, 0},   false, 0.001,  2000, 6000,  flow, 2},
    {"mesh",           "a bed of 10,000 stirred by 10,000 triangles",           "mono", {1, 1},   true,  0.001,  200,  1200,  mesh, 2},
    {"insert",         "insertion of 100,000 spheres to 0.3 of the volume, tsubu also to 0.55",
                                                                                NULL,   {0, 0},   false, 0.001,  0,    2,     insert, 3},
    {0}};
/* clang-format on */
