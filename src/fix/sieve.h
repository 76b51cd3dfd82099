/* SPDX-License-Identifier: Apache-2.0 */
/* sieve.h - the sieve of `fix massflow/mesh/sieve`: a mesh stands for a plate with holes that are not there one by one.
 *
 * When a sphere of diameter d begins to touch it, chance decides: with probability pi/4 (size - d)^2/spacing^2, the share of
 * the plate over which it would fall through, it passes, now and ever after. Otherwise a spring and a dashpot along the normal
 * hold it until it has left the plate; then it may try again. */
#ifndef TSU_FIX_SIEVE_H
#define TSU_FIX_SIEVE_H

#include "session/session.h"

typedef struct tsu_sieve {
    tsu_session *session;
    int group;
    double size, spacing, stiffness, damping; /* [m], [m], [N/m], [N s/m] */
    char mesh[TSU_NAME];
    char column[TSU_NAME];  /* of the particles: what chance has decided */
    char counted[TSU_NAME]; /* ... whether the fix has done with it ... */
    double done;            /* ... from this value on */
} tsu_sieve;

/* NULL: no memory. */
tsu_sieve *tsu_sieve_create(tsu_session *s, int group, tsu_error *err);
/* Takes a keyword that belongs to sieves; *taken stays false otherwise. */
tsu_status tsu_sieve_read(tsu_sieve *v, tsu_words *words, bool *taken, tsu_error *err);
tsu_status tsu_sieve_check(const tsu_sieve *v, const tsu_words *words, tsu_error *err);
/* From now on the mesh holds particles back; the hook belongs to the fix. */
tsu_status tsu_sieve_start(tsu_sieve *v, tsu_object *fix, const char *mesh, const char *counted, double done,
                           tsu_error *err);
void tsu_sieve_destroy(tsu_sieve *v);

#endif
