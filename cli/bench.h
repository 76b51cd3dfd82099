/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h - `tsubu bench`: cases, the beds they start from, and measuring programs side by side. */
#ifndef TSU_CLI_BENCH_H
#define TSU_CLI_BENCH_H

#include "base/error.h"
#include "step/times.h"

/* ---- cases: bench_cases.c ------------------------------------------------------------------------ */

typedef enum tsu_bench_program { TSU_BENCH_SELF, TSU_BENCH_LIGGGHTS, TSU_BENCH_LAMMPS } tsu_bench_program;

/* One program at one case: a deck of bench/cases and the variables it is given. */
typedef struct tsu_bench_entry {
    const char *label; /* "tsubu", "LAMMPS granular" */
    tsu_bench_program program;
    const char *deck;
    const char *variables; /* "model hertz", words between blanks */
} tsu_bench_entry;

typedef struct tsu_bench_case {
    const char *name;
    const char *summary;
    const char *sizes; /* of the bed: mono, tiny, poly, wide; NULL: the deck makes its own particles */
    int tiles[2];      /* how often the tile is laid along x and y */
    bool mesh;         /* needs the rotor */
    double skin;       /* [m] */
    int few, many;     /* steps of the two runs whose difference is the measure */
    const tsu_bench_entry *entry; /* who takes part: so many of a list */
    int entries;
} tsu_bench_case;

extern const tsu_bench_case tsu_bench_cases[]; /* ends with name NULL */

/* ---- files: bench_files.c ------------------------------------------------------------------------ */

/* The folder's copies of decks, beds and the rotor; made when they are not there yet. */
tsu_status tsu_bench_deck(const char *folder, const char *deck, tsu_error *err);
tsu_status tsu_bench_bed(const char *folder, const char *sizes, const int tiles[2], char *path, size_t size,
                         tsu_error *err);
tsu_status tsu_bench_rotor(const char *folder, char *path, size_t size, tsu_error *err);

/* ---- measuring: bench_measure.c ------------------------------------------------------------------ */

typedef struct tsu_bench_sample {
    double wall, cpu;     /* of the whole process [s] */
    double peak_bytes;    /* of memory, its largest process */
    double particles, ke; /* last row of its table; kinetic energy [J] */
} tsu_bench_sample;

/* Runs a command in the folder and waits for it; its output goes to FOLDER/said. */
tsu_status tsu_bench_run(const char *folder, char *const *command, tsu_bench_sample *out, tsu_error *err);
/* Is there such a program on the PATH? */
bool tsu_bench_has(const char *program);

/* ---- a deck of the user's: bench_deck.c ----------------------------------------------------------- */

enum { TSU_BENCH_REPEATS = 99 };

typedef struct tsu_bench_deck_options {
    const char *folder; /* for the copies of the deck's folder; NULL: one that is removed afterwards */
    const char *csv;    /* table of the results; or NULL */
    int repeats, threads;
    bool alone;
} tsu_bench_deck_options;

/* Runs a deck from beginning to end, tsubu and LIGGGHTS taking turns, and prints what they took. */
tsu_status tsu_bench_own_deck(const tsu_bench_deck_options *o, const char *path, tsu_error *err);

/* Seconds of each stage between a run of few and one of many steps, and contacts per particle: bench_stages.c. `few` and `many`
 * are names and values of variables in turn. Of several turns the shortest time of each stage counts, since they are taken by
 * the clock: on a busy machine the run of few steps may well take longer than that of many. */
tsu_status tsu_bench_stages(const char *deck, const char *const *few, const char *const *many, int variables,
                            int threads, int turns, double seconds[TSU_STAGE_COUNT], double *contacts,
                            tsu_error *err);

#endif
