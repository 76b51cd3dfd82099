/* SPDX-License-Identifier: Apache-2.0 */
/* api.h - what the public interface keeps beside a world, for as long as the world lives. */
#ifndef TSU_API_API_H
#define TSU_API_API_H

#include "model/model.h"
#include "session/session.h"
#include "step/hooks.h"
#include "step/world.h"

typedef struct tsu_api_callback {
    tsu_callback_def def;
    char name[64];
    tsu_world *world;
    tsu_hook_handle hook;
    struct tsu_api_callback *next;
} tsu_api_callback;

/* A model that the program has added: what its parameters were, and what they refer to. */
typedef struct tsu_api_model {
    tsu_model *model; /* owned by the world */
    tsu_region *region;
    tsu_parameter *given; /* [count] owned, with all that they point to */
    size_t count;
    struct tsu_api_model *next;
} tsu_api_model;

struct tsu_api {
    tsu_api_model *model;
    tsu_api_callback *callback;
    tsu_contact_record *contact; /* of tsu_contacts_list */
    double *history;
    size_t contact_capacity, history_capacity;
    double *corner; /* of tsu_mesh_view */
    size_t corner_capacity;
    tsu_page *page;       /* that shows the world; NULL: none */
    tsu_session *session; /* whose groups they are; NULL: */
    int groups;
    char group[TSU_GROUPS_MAX][TSU_NAME];
};

/* Makes it if there is none; NULL: no memory. */
struct tsu_api *tsu_api_of(tsu_world *w, tsu_error *err);
/* models.c: gives the record of a model back, not the model. */
void tsu_api_model_free(tsu_api_model *m);
/* page.c: the world goes; the session's run is over. */
void tsu_page_leave(tsu_page *page);
void tsu_page_rest_session(const tsu_session *s);
/* groups.c: the number of a group; fails if there is none. */
tsu_status tsu_api_group(const tsu_world *w, const char *name, int *group, tsu_error *err);
/* Fails with a sentence if one of these numbers is not finite. */
tsu_status tsu_api_need_finite(const char *what, const double *value, size_t count, tsu_error *err);
/* *row is the row of each id; fails if there is none. Given back with tsu_memory_release. */
tsu_status tsu_api_rows(const tsu_world *w, const uint64_t *ids, size_t count, int32_t **row, tsu_error *err);

#endif
