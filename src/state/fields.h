/* SPDX-License-Identifier: Apache-2.0 */
/* fields.h - the fields of particles: one table that says of each what it is called, where it lies and who uses it.
 *
 * Views of the public interface, formulas, dumps, `set`, computes, restart files, hash and comparison of worlds, the page and the
 * manual go by its rows. Rows are of three kinds: stored in an array of tsu_particles; made when read (`read`); and columns, which
 * are there once somebody has added them. A column that the table does not know is a field, too, with a row made up from its name.
 *
 * A field has a name and one or more numbers a particle. Each number has a word of its own in decks: field `v` has the words
 * vx, vy, vz; number k of a column c with several is c_k. */
#ifndef TSU_STATE_FIELDS_H
#define TSU_STATE_FIELDS_H

#include "state/box.h"
#include "state/particles.h"

enum {
    TSU_FIELD_SETTABLE = 1u << 0, /* by `set` */
    TSU_FIELD_SAVED = 1u << 1,    /* in restart files, and compared by tsu_world_diff */
    TSU_FIELD_GHOSTED =
        1u << 2, /* a particle's neighbours read it when they compute contacts, heat or liquid */
    TSU_FIELD_COLOURED = 1u << 3, /* a field of the page's frames */
    TSU_FIELD_LENGTH = 1u << 4,   /* these have its length only */
    TSU_FIELD_FRAMED = 1u << 5,   /* in every frame of the page */
    TSU_FIELD_POSITIVE = 1u << 6, /* what is set must be above 0 */
    TSU_FIELD_MATERIAL = 1u << 7, /* a whole number, from 1 to the number of materials */
    TSU_FIELD_PLACES = 1u << 8,   /* setting it can make particles overlap */
    TSU_FIELD_TEXT = 1u << 9,     /* files of text have the name of the type */
    TSU_FIELD_WARM = 1u << 10,    /* in the hash only while heat flows */
    /* what a column has that the table does not know */
    TSU_FIELD_OF_COLUMN = TSU_FIELD_SETTABLE | TSU_FIELD_SAVED | TSU_FIELD_COLOURED
};

typedef struct tsu_field {
    const char *name;    /* in the public interface */
    const char *word[3]; /* its numbers in decks; NULL: none, and of a column see tsu_field_word_of */
    const char *alias;   /* another word for the first number, or NULL */
    const char *page;    /* on the page and in pictures; NULL: not there */
    const char *label;   /* there, for people; NULL: as `page` */
    const char *unit;    /* "": none */
    const char *doc;
    int width; /* numbers a particle */
    tsu_number_type type;
    unsigned flags;
    tsu_store store;
    int first; /* number of the array's row */
    double (*read)(const tsu_particles *p, const tsu_box *box, int32_t row, int q); /* NULL: as stored */
    void (*write)(tsu_particles *p, int32_t row, int q, double value);              /* NULL: as stored */
    int hash; /* place in the state hash; 0: not in it. Columns come behind the others, in their own order */
    int felt; /* place in the fingerprint of what forces depend on (restart files); 0: not in it */
    int column; /* of store TSU_STORE_COLUMN: which of the particles'; set by those who find it */
} tsu_field;

/* One number of a field. */
typedef struct tsu_field_number {
    tsu_field field;
    int q;
} tsu_field_number;

/* The rows of the table, from 0, those of columns too; NULL behind the last. */
const tsu_field *tsu_field_row(int k);

/* The fields of these particles, from 0: rows that need no column, then the columns. A name of a column is valid until columns
 * change. NULL for particles: the former only. */
int tsu_fields_count(const tsu_particles *p);
tsu_field tsu_fields_at(const tsu_particles *p, int k);
bool tsu_fields_find(const tsu_particles *p, const char *name, tsu_field *out);
/* The row for a column of that name and width, or NULL. */
const tsu_field *tsu_field_of_column(const char *name, int width);
/* The row with that name on the page, or NULL. */
const tsu_field *tsu_field_on_page(const char *page);

/* Rows that need no column, by their place in the state hash or, with `felt`, in the fingerprint; returns how many. */
enum { TSU_FIELDS_ORDERED = 32 };
int tsu_fields_ordered(tsu_field out[TSU_FIELDS_ORDERED], bool felt);

/* What a word of a deck stands for; false: nothing. */
bool tsu_fields_word(const tsu_particles *p, const char *word, tsu_field_number *out);
/* The word of number q, with room for what has to be made; NULL: it has none. */
enum { TSU_FIELD_ROOM = 80 };
const char *tsu_field_word_of(const tsu_field *f, int q, char room[TSU_FIELD_ROOM]);
/* All words, one by one from 0; NULL behind the last. */
const char *tsu_fields_words(const tsu_particles *p, int k, char room[TSU_FIELD_ROOM]);
/* The word or, with `names`, the name of a field that is nearest to this; false: none is near. */
bool tsu_fields_nearest(const tsu_particles *p, const char *word, bool names, char room[TSU_FIELD_ROOM]);

/* The number as decks see it: positions inside the box, types from 1. */
double tsu_field_get(const tsu_particles *p, const tsu_box *box, const tsu_field *f, int32_t row, int q);
/* Sets it and what follows from it; the value has been checked. */
void tsu_field_set(tsu_particles *p, const tsu_field *f, int32_t row, int q, double value);
/* Where the numbers lie that tsu_field_get gives: that of row i is at [i * *stride]. NULL: they have to be made. */
const double *tsu_field_lent(const tsu_particles *p, const tsu_box *box, const tsu_field *f, int q,
                             size_t *stride);
/* The numbers of a row as they are stored, one behind the other; NULL: they are no doubles, or made. */
const double *tsu_field_stored(const tsu_particles *p, const tsu_field *f, int32_t row);
/* The numbers of all rows. */
void tsu_field_fill(const tsu_particles *p, const tsu_box *box, const tsu_field_number *n, double *out);
/* The bits of a stored number. */
uint64_t tsu_field_bits(const tsu_particles *p, const tsu_field *f, int32_t row, int q);

/* Adds a column for a field that is no row of the table, or finds it. The row must outlive the particles. */
tsu_particle_column *tsu_particles_add_field(tsu_particles *p, const tsu_field *row, double initial,
                                             tsu_error *err);

#endif
