/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h - `tsubu bench`: cases, the beds they start from, and measuring programs side by side. */
#ifndef TSU_CLI_BENCH_H
#define TSU_CLI_BENCH_H

#include "base/error.h"
#include "step/times.h"

/* ---- cases: bench_cases.c ------------------------------------------------------------------------ */

typedef enum tsu_bench_program {
    TSU_BENCH_SELF,
    TSU_BENCH_LIGGGHTS,
    TSU_BENCH_LAMMPS,
    TSU_BENCH_PROGRAMS
} tsu_bench_program;

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

/* The first line of FOLDER/said that begins so; false if there is none. */
bool tsu_bench_said(const char *folder, const char *beginning, char *line, size_t size);

/* ---- end states: bench_end.c --------------------------------------------------------------------- */

typedef struct tsu_bench_end {
    double contacts; /* pairs of particles that overlap, per particle */
    double overlap;  /* mean of theirs [m] */
} tsu_bench_end;

/* Reads the dump that in.end writes. */
tsu_status tsu_bench_end_read(const char *path, tsu_bench_end *out, tsu_error *err);

/* ---- cases measured: bench_case.c ----------------------------------------------------------------- */

enum { TSU_BENCH_REPEATS = 99, TSU_BENCH_RESULTS = 256 };

typedef struct tsu_bench_times {
    double seconds[TSU_STAGE_COUNT]; /* [s] */
    double serial[TSU_STAGE_COUNT];  /* of these, while one thread worked [s] */
    double cpu;                      /* of all threads, in the same steps [s] */
} tsu_bench_times;

typedef struct tsu_bench_result {
    tsu_bench_case of;
    const tsu_bench_entry *entry;
    int threads;
    bool gpu; /* tsubu with -gpu */
    int runs;
    double rate[TSU_BENCH_REPEATS]; /* [million particle-steps/s] */
    double median, low, high;
    double bytes; /* per particle */
    double particles, ke;
    tsu_bench_end end;
    tsu_bench_times stage; /* of tsubu */
    int self;              /* result of tsubu at the same case, the first of several */
    int one;               /* result of the same program on one thread; this one if there is none */
} tsu_bench_result;

typedef struct tsu_bench {
    const char *folder;
    int repeats, threads;
    int steps; /* that count, of each case; 0: its own */
    bool alone;
    bool gpu;                        /* tsubu also with -gpu, for so many steps that they take some seconds */
    double base[TSU_BENCH_PROGRAMS]; /* memory of each program with nothing in it [byte] */
    char version[TSU_BENCH_PROGRAMS][128]; /* what the others call themselves */
    int results;
    tsu_bench_result result[TSU_BENCH_RESULTS];
    tsu_error *err;
} tsu_bench;

/* Measures all programs at a case, which take turns, and prints what was found. */
tsu_status tsu_bench_case_run(tsu_bench *b, const tsu_bench_case *k);

/* What a result is called: "tsubu", "tsubu -gpu". */
const char *tsu_bench_label(const tsu_bench_result *r);

/* ---- reports: bench_report.c ---------------------------------------------------------------------- */

void tsu_bench_print(const tsu_bench *b, int first);
/* Stages on one thread and on more, and what is serial, of each case. */
void tsu_bench_print_scaling(const tsu_bench *b);
/* The cost of a particle and step at each case, against that of the case with some 100,000. */
void tsu_bench_print_sizes(const tsu_bench *b);
tsu_status tsu_bench_write_csv(const tsu_bench *b, const char *path);
tsu_status tsu_bench_write_page(const tsu_bench *b, const char *path);

/* ---- a deck of the user's: bench_deck.c ----------------------------------------------------------- */

typedef struct tsu_bench_deck_options {
    const char *folder; /* for the copies of the deck's folder; NULL: one that is removed afterwards */
    const char *csv;    /* table of the results; or NULL */
    int repeats, threads;
    bool alone;
} tsu_bench_deck_options;

/* Runs a deck from beginning to end, tsubu and LIGGGHTS taking turns, and prints what they took. */
tsu_status tsu_bench_own_deck(const tsu_bench_deck_options *o, const char *path, tsu_error *err);

/* What each stage took in so many steps after the end of a deck, which is given names and values of variables in turn:
 * bench_stages.c. The shortest of several turns counts, since stages are taken by the clock, and others may be at work too. */
tsu_status tsu_bench_stages(const char *deck, const char *const *variable, int variables, int steps,
                            int threads, int turns, tsu_bench_times *out, tsu_error *err);
/* All stages together [s]. */
double tsu_bench_times_all(const tsu_bench_times *t);

#endif
