/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - a fix, compute or dump: an object with an ID, a state of its own and a few functions. What c_ID and f_ID can give is
 * described once (values.h) and used by thermo, variables, dumps and averages alike. */
#ifndef TSU_SESSION_OBJECT_H
#define TSU_SESSION_OBJECT_H

#include "deck/script.h"
#include "session/values.h"

struct tsu_pack; /* io/sections.h */
struct tsu_cursor;

enum { TSU_NAME = 64 };
typedef struct tsu_object {
    char id[TSU_NAME];
    char style[TSU_NAME];
    char origin[272]; /* deck:line */
    int group;        /* index into session groups */
    void *state;      /* owned; given back by destroy */
    void (*destroy)(tsu_session *s, void *state);
    tsu_values values;
    bool scalar_is_energy,
        adds_energy; /* of a fix: its scalar is a potential energy; pe has it (fix_modify) */
    /* fix_modify / compute_modify / dump_modify: words after the ID; NULL: takes none */
    tsu_status (*modify)(tsu_session *s, void *state, tsu_words *words, tsu_error *err);
    /* Called at the start of each run, before the first step. */
    tsu_status (*init)(tsu_session *s, void *state, tsu_error *err);
    /* Called after a step whose number is a multiple of `every` (and at the start of a run if `at_start`). */
    int64_t every;
    bool at_start;
    tsu_status (*output)(tsu_session *s, void *state, tsu_error *err);
    /* Called when `reset_timestep` has changed the number of the present step (and the time) from `old`. */
    void (*reset)(tsu_session *s, void *state, int64_t old);
    /* Called after the last step of each run. */
    tsu_status (*finish)(tsu_session *s, void *state, tsu_error *err);
    /* Of a fix: writes to a restart file what the words that define it do not say (tsu_pack_u64 and the like), and takes it
     * back, in the same order, just after it was defined again with the same ID and style. Both NULL: there is nothing. A
     * cursor that has turned bad is reported by the caller. */
    void (*save)(tsu_session *s, const void *state, struct tsu_pack *pack);
    tsu_status (*load)(tsu_session *s, void *state, struct tsu_cursor *saved, tsu_error *err);
} tsu_object;

typedef struct tsu_objects {
    int count;
    tsu_object **object;
} tsu_objects;

tsu_object *tsu_objects_find(const tsu_objects *list, const char *id);
/* The ID nearest to `id` among objects whose style begins like `style`; NULL if none is near. */
const char *tsu_objects_nearest(const tsu_objects *list, const char *id, const char *style);
tsu_object *tsu_objects_add(tsu_objects *list, const tsu_object *object, tsu_error *err);
/* Destroys one. */
tsu_status tsu_objects_remove(tsu_session *s, tsu_objects *list, const char *what, const char *id,
                              tsu_error *err);

#endif
