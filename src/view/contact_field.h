/* SPDX-License-Identifier: Apache-2.0 */
/* contact_field.h - what frames tell of particles contact by contact, beside their own fields (state/fields.h): a row each, and nothing
 * else knows which there are. */
#ifndef TSU_VIEW_CONTACT_FIELD_H
#define TSU_VIEW_CONTACT_FIELD_H

#include <stdbool.h>

/* A contact as one of its particles sees it. Seen from the other one force and n change their signs, so that their products stay. */
typedef struct tsu_contact_look {
    double overlap;      /* [m] */
    double lever;        /* from the centre to the contact [m] */
    const double *force; /* [N] */
    const double *n;     /* from the other body; of fields with `directions` only */
    double history;      /* the number that the field reads */
} tsu_contact_look;

typedef struct tsu_contact_field {
    const char *name, *label, *unit;
    int width;       /* 1 or 6 */
    bool directions; /* it reads n */
    bool mean;       /* over the contacts, else the sum */
    const char
        *history; /* of the tangential law; without such a number there is no field. NULL: it reads none */
    void (*add)(float *to, const tsu_contact_look *c); /* to what was zero before the first contact */
    void (*finish)(float *to, double radius);          /* or NULL */
} tsu_contact_field;

extern const tsu_contact_field tsu_contact_fields[];               /* ends with a row without name */
const tsu_contact_field *tsu_contact_field_find(const char *name); /* or NULL */

#endif
