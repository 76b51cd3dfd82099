/* SPDX-License-Identifier: Apache-2.0 */
/* contact.h - the parts of `tsubu contact`. */
#ifndef TSU_CLI_CONTACT_H
#define TSU_CLI_CONTACT_H

#include "api/contact_deck.h"

/* The answers, column by column. */
typedef struct tsu_contact_table {
    size_t rows;
    int columns;
    char (*name)[96]; /* [columns] */
    double *value;    /* [columns][rows] */
    /* what was prescribed, for the plots */
    double *sx, *sy, *r[3]; /* [rows] */
} tsu_contact_table;

enum { /* the first columns of a table */
       TSU_COLUMN_STEP,
       TSU_COLUMN_T,
       TSU_COLUMN_OVERLAP,
       TSU_COLUMN_FN,
       TSU_COLUMN_FN_ELASTIC,
       TSU_COLUMN_FTX,
       TSU_COLUMN_FTY,
       TSU_COLUMN_MRX,
       TSU_COLUMN_MRY,
       TSU_COLUMN_MRZ,
       TSU_COLUMN_ELASTIC,
       TSU_COLUMN_DISSIPATED,
       TSU_COLUMN_HISTORY
};

/* Names of the units of a deck; si for a system that is not known. */
typedef struct tsu_unit_names {
    const char *system, *length, *time, *force, *torque, *energy, *density;
} tsu_unit_names;

const tsu_unit_names *tsu_unit_names_of(const char *system);

/* Writes the page of force-displacement loops. */
tsu_status tsu_contact_plot(const tsu_contact_table *t, const tsu_unit_names *units, const char *path,
                            const char *title, const char *subtitle, tsu_error *err);

#endif
