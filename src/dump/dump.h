/* SPDX-License-Identifier: Apache-2.0 */
/* dump.h - dumps: files that show particles, contacts or meshes at certain steps. Here is what all share: when they are due, the names of
 * their files, dump_modify; and the choice of particles and columns of those that write particles.
 *
 *   dump.c modify.c write.c   what all dumps have in common; writing beside the run
 *   columns.c                 columns of particles, by the table of fields (state/fields.h)
 *   custom.c vtk.c hdf5.c pictures.c   particles        local.c  contacts        mesh.c  meshes        euler.c  means in cells
 *   bodies.c                  clumps           rows.c rows.h  what local.c and bodies.c share: rows of a compute as VTK
 *
 * A style embeds tsu_dump or tsu_particle_dump as its first member, and has two halves: a snapshot is copied from the session, then
 * written by another thread that must not look at it. To add one: a file with a table of rows `tsu_dumps_NAME`, its name in
 * src/command/tables.h and commands.c; what is in the file belongs to src/format/. */
#ifndef TSU_DUMP_DUMP_H
#define TSU_DUMP_DUMP_H

#include "format/vtk_write.h"
#include "io/growing_file.h"
#include "session/outputs.h"
#include "state/fields.h"

typedef struct tsu_dump tsu_dump;

struct tsu_dump {
    char id[TSU_NAME];
    char path[512];          /* % replaced by 0, the only process; * stands for the step */
    char variable[TSU_NAME]; /* `every v_NAME`: gives the next step; empty: every N */
    int group;
    int pad;      /* digits of the step in a file name, at least */
    bool many;    /* the name has a *: a file per snapshot */
    bool percent; /* the name had a % */
    bool gzip;    /* the name ends in .gz: the text is compressed */
    bool first, append, flush;
    bool begun;             /* tsu_outputs_begin was asked */
    int64_t at;             /* where it follows what is in its file; -1: nowhere */
    int64_t last;           /* step of the last snapshot, -1: none yet */
    tsu_snapshots index;    /* what the file beside the snapshots names, for styles that have one */
    tsu_growing_file *file; /* of a dump that writes all snapshots into one file */
    tsu_status (*write)(tsu_session *s, tsu_dump *d, tsu_error *err);
    tsu_status (*write_index)(tsu_dump *d, tsu_error *err); /* NULL: it has none */
    /* Takes a keyword of dump_modify that not all dumps have; *taken stays false if it is not one of its own. */
    tsu_status (*modify)(tsu_session *s, tsu_dump *d, const char *keyword, bool *taken, tsu_words *words,
                         tsu_error *err);
};

/* Reads `dump ID GROUP style N FILE`: makes the object and a zeroed state of `size` bytes, whose folder is made if it is
 * not there. The cursor is behind the file name. */
tsu_status tsu_dump_begin(tsu_session *s, tsu_words *words, size_t size, tsu_object *object, tsu_dump **dump,
                          tsu_error *err);
/* Adds the object; on failure, or if `status` is one already, gives the dump back. */
tsu_status tsu_dump_add(tsu_session *s, tsu_object *object, tsu_dump *d, tsu_status status, tsu_error *err);

/* The name of this step's file. */
tsu_status tsu_dump_file_name(const tsu_dump *d, int64_t step, char *out, size_t size, tsu_error *err);

/* ---- writing: write.c -------------------------------------------------------------------------------------------- */

/* The moment of a snapshot, which is written while the run goes on: writing must not look at the session. */
typedef struct tsu_dump_moment {
    int64_t step;
    double time;         /* [s] */
    double lo[3], hi[3]; /* of the box [m] */
    char boundary[3][2];
} tsu_dump_moment;

/* The values of a snapshot; who writes it takes them over. */
typedef struct tsu_dump_snapshot {
    void *data;
    size_t bytes;
    void (*release)(void *data); /* NULL: there is nothing to give back */
} tsu_dump_snapshot;

/* Writes a snapshot of text: a file of its own, whole or not at all, or the next part of the one file. */
typedef void tsu_dump_text(tsu_text_out *out, const tsu_dump *d, const tsu_dump_moment *now,
                           const void *data);
tsu_status tsu_dump_write_text(tsu_session *s, tsu_dump *d, tsu_dump_text *text,
                               const tsu_dump_snapshot *snapshot, tsu_error *err);
/* A snapshot whose files the style writes itself. */
typedef tsu_status tsu_dump_file(tsu_dump *d, const tsu_dump_moment *now, const void *data, tsu_error *err);
tsu_status tsu_dump_write_file(tsu_session *s, tsu_dump *d, tsu_dump_file *file,
                               const tsu_dump_snapshot *snapshot, tsu_error *err);
/* The indices that dumps have, for a restart file. */
void tsu_dumps_pack(const tsu_session *s, tsu_pack *p);
/* `ITEM: BOX BOUNDS` and the box. */
void tsu_dump_put_box(tsu_text_out *out, const tsu_dump_moment *now);

/* One VTK file: `data` and its arrays point into `array` and `room`. */
typedef struct tsu_dump_grid {
    tsu_vtk_format format;
    tsu_vtk_options options;
    tsu_vtk_data data;
    tsu_vtk_array array[64];
    double *room;
    size_t bytes; /* of all */
} tsu_dump_grid;

tsu_status tsu_dump_grid_create(tsu_dump_grid **grid, size_t numbers, tsu_error *err);
void tsu_dump_grid_free(void *grid);
/* Takes the grid over. */
tsu_status tsu_dump_write_grid(tsu_session *s, tsu_dump *d, tsu_dump_grid *grid, tsu_error *err);

/* ---- columns of particles: columns.c ---------------------------------------------------------------------------- */

enum { TSU_DUMP_COLUMNS = 128, TSU_DUMP_THRESHOLDS = 32, TSU_DUMP_ELEMENTS = 64 };

typedef struct tsu_dump_column {
    char name[TSU_NAME];
    char format[24]; /* as the user gave it; empty: the usual one */
    bool field;      /* a number of a field of the particles; else a reference */
    bool integer;
    bool text;               /* the name of the type where files have text */
    tsu_field_number number; /* of the field; that of a column is looked up by its name */
} tsu_dump_column;

/* How dump_modify thresh compares. */
typedef enum tsu_dump_comparison {
    TSU_DUMP_BELOW,
    TSU_DUMP_AT_MOST,
    TSU_DUMP_ABOVE,
    TSU_DUMP_AT_LEAST,
    TSU_DUMP_EQUAL,
    TSU_DUMP_OTHER
} tsu_dump_comparison;

typedef struct tsu_dump_threshold {
    tsu_dump_column column;
    int comparison; /* tsu_dump_comparison */
    double value;
} tsu_dump_threshold;

typedef struct tsu_particle_dump {
    tsu_dump base;
    int columns;
    tsu_dump_column column[TSU_DUMP_COLUMNS];
    char region[TSU_NAME]; /* empty: everywhere */
    int thresholds;
    tsu_dump_threshold threshold[TSU_DUMP_THRESHOLDS];
    int sort; /* 0: by id; a column from 1, negative: falling */
    int elements;
    char element[TSU_DUMP_ELEMENTS][16]; /* names of the types */
} tsu_particle_dump;

/* The numbers of a snapshot, row by row in the order of writing. */
typedef struct tsu_dump_table {
    int64_t rows;
    int columns;
    double *value; /* [rows][columns] */
} tsu_dump_table;

/* The column of that name; the error names the nearest one. */
tsu_status tsu_dump_read_column(tsu_session *s, tsu_words *words, tsu_dump_column *column, tsu_error *err);
tsu_status tsu_dump_read_columns(tsu_session *s, tsu_words *words, tsu_particle_dump *d, tsu_error *err);
/* Number q of the field of that name, which every particle has. */
void tsu_dump_set_column(tsu_dump_column *column, const char *field, int q);
/* The values at the present step; the caller gives them back, or hands them to who writes them. */
tsu_status tsu_dump_collect(tsu_session *s, const tsu_particle_dump *d, tsu_dump_table **table,
                            tsu_error *err);
void tsu_dump_table_free(void *table);
tsu_dump_snapshot tsu_dump_table_snapshot(tsu_dump_table *t);
/* The name of a type, from 0; `fallback` where the deck gave none. */
const char *tsu_dump_element(const tsu_particle_dump *d, int type, const char *fallback);
/* region, thresh, sort, element. */
tsu_status tsu_dump_modify_particles(tsu_session *s, tsu_dump *d, const char *keyword, bool *taken,
                                     tsu_words *words, tsu_error *err);

/* c_ID, c_ID[n], f_ID, f_ID[n]: the object, and n (0: none). */
tsu_status tsu_dump_reference(const tsu_session *s, const char *word, tsu_object **object, int *index,
                              tsu_error *err);

#endif
