/* SPDX-License-Identifier: Apache-2.0 */
/* materials.h - the properties of the materials, by name, as `fix property/global` gives them. */
#ifndef TSU_STATE_MATERIALS_H
#define TSU_STATE_MATERIALS_H

#include "base/error.h"

typedef enum tsu_property_shape {
    TSU_PROPERTY_SCALAR, /* 1 */
    TSU_PROPERTY_VECTOR, /* any number, not tied to the materials */
    TSU_PROPERTY_TYPE,   /* one per material */
    TSU_PROPERTY_PAIR,   /* materials x materials, symmetric */
    TSU_PROPERTY_MATRIX  /* rows x columns, not tied to the materials */
} tsu_property_shape;

typedef struct tsu_property {
    char name[64];
    char origin[272]; /* where it was given, for messages; may be empty */
    tsu_property_shape shape;
    int rows, columns;
    double *value; /* row by row, owned */
    bool used;     /* some law or command has read it */
    bool reported; /* that no law uses it */
    bool checked;  /* whether its values are usual */
} tsu_property;

typedef struct tsu_materials {
    int types; /* number of materials; types are counted from 1 in decks, from 0 here */
    int count, capacity;
    tsu_property *property;
} tsu_materials;

void tsu_materials_free(tsu_materials *m);

/* Sets or replaces a property; copies the values. */
tsu_status tsu_materials_set(tsu_materials *m, const char *name, tsu_property_shape shape, int rows,
                             int columns, const double *value, const char *origin, tsu_error *err);
void tsu_materials_remove(tsu_materials *m, const char *name);
/* Fewer materials than before: tables by material are cut to them. */
void tsu_materials_shrink(tsu_materials *m, int types);
tsu_property *tsu_materials_find(const tsu_materials *m, const char *name);
const char *tsu_property_shape_word(tsu_property_shape shape);

#endif
