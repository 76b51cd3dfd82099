/* SPDX-License-Identifier: Apache-2.0 */
/* frame.h - particles and meshes at a moment, and their form on the line and in files (TSF1, docs/view_protocol.md). */
#ifndef TSU_VIEW_FRAME_H
#define TSU_VIEW_FRAME_H

#include "view/request.h"
#include "view/setting.h"

typedef enum tsu_run_state { /* those from `done` on are the last */
                             TSU_RUN_WAITING,
                             TSU_RUN_RUNNING,
                             TSU_RUN_PAUSED,
                             TSU_RUN_DONE,
                             TSU_RUN_FAILED,
                             TSU_RUN_STOPPED /* by somebody at the page, before its end */
} tsu_run_state;
const char *tsu_run_state_word(tsu_run_state state);

typedef enum tsu_array_type { TSU_ARRAY_F32, TSU_ARRAY_U32, TSU_ARRAY_U8 } tsu_array_type;

typedef struct tsu_frame_array {
    char name[TSU_REQUEST_NAME];
    tsu_array_type type;
    int width;
    int64_t count;   /* rows */
    double min, max; /* over all values */
    void *data;      /* owned */
    size_t capacity; /* bytes */
} tsu_frame_array;

typedef struct tsu_frame_mesh {
    char name[TSU_NAME];
    uint64_t version;
    int64_t triangles; /* 0 in files of earlier versions */
    bool moved;
    double pose[16]; /* column by column, relative to the origin */
} tsu_frame_mesh;

enum { TSU_FRAME_ARRAYS = TSU_SETTING_FIELDS + TSU_SURFACE_FIELDS + 8 };

/* How much of a whole deck is done, as a part of its work, and how long the rest takes [s]; runs: 0 where that is not known. */
typedef struct tsu_deck_view {
    double part, left; /* left: NaN: not known yet */
    int run, runs;     /* the present run, from 1, of so many */
} tsu_deck_view;

typedef struct tsu_frame {
    int references;
    uint64_t number;
    tsu_setting *scene; /* a reference; NULL for a frame read from a file */
    uint64_t scene_number;
    uint64_t
        fields; /* bits of the scene's fields that are there; bit TSU_SETTING_FIELDS: chains; then surfaces */
    int64_t step, total, contacts, run_begin, run_end;
    double time, rate, residual; /* [s], particle-steps [1/s], [-] */
    tsu_deck_view deck;
    double lo[3], hi[3]; /* box [m] */
    tsu_run_state state;
    const char *failure; /* with which sentence the run has failed, or NULL; not owned */
    double taken;        /* when, by the clock of the computer [s] */
    int arrays;
    tsu_frame_array array[TSU_FRAME_ARRAYS];
    int meshes, mesh_capacity;
    tsu_frame_mesh *mesh;
} tsu_frame;

tsu_frame *tsu_frame_create(void); /* NULL when out of memory; without references */
void tsu_frame_destroy(tsu_frame *f);
/* Adds an array with room for `count` rows; NULL when out of memory. */
void *tsu_frame_add(tsu_frame *f, const char *name, tsu_array_type type, int width, int64_t count);
void tsu_frame_measure(tsu_frame_array *a); /* min and max */
const tsu_frame_array *tsu_frame_find(const tsu_frame *f, const char *name);
/* Whether it has a row for each particle: no chains, no surfaces. */
bool tsu_frame_is_by_particle(const tsu_frame *f, const tsu_frame_array *a);
tsu_status tsu_frame_reserve_meshes(tsu_frame *f, int count, tsu_error *err);

/* sample.c: takes a frame of a session; `fields` as in the frame. Number and state are the caller's to set. */
tsu_status tsu_frame_take(tsu_frame *f, const tsu_session *s, tsu_setting *scene, uint64_t fields,
                          tsu_error *err);

/* A field that is found contact by contact, and where it goes: [particles][width]. */
typedef struct tsu_contact_wanted {
    const tsu_contact_field *row;
    float *to;
} tsu_contact_wanted;

/* sample_contacts.c: fills them in and adds the chains; false when out of memory. */
bool tsu_frame_take_contacts(tsu_frame *f, const tsu_world *w, const tsu_contact_wanted *wanted, int fields,
                             bool chains);

/* sample_meshes.c: where the meshes are, and the fields of their triangles that `fields` asks for. */
tsu_status tsu_frame_take_meshes(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, uint64_t fields,
                                 tsu_error *err);

/* The members "box", "run" and, where it is known, "deck" of a JSON object; with `periodic` (not NULL) also of the box. */
void tsu_frame_tell_box(const tsu_frame *f, const bool *periodic, tsu_json *j);

/* Bytes to send; owned by who asked for them. */
typedef struct tsu_bytes {
    uint8_t *data;
    size_t size;
} tsu_bytes;

/* What of a frame is to be written. */
typedef struct tsu_frame_selection {
    int fields; /* names; -1: all there are */
    const char (*field)[TSU_REQUEST_NAME];
    int64_t most;               /* particles; 0: all */
    const tsu_setting *corners; /* send the corners of its meshes ... */
    uint64_t since;             /* ... that came after this frame */
} tsu_frame_selection;

/* Writes a frame as TSF1. */
tsu_status tsu_frame_encode(const tsu_frame *f, const tsu_frame_selection *selection, tsu_bytes *out,
                            tsu_error *err);
/* frame_read.c: reads TSF1 into an empty frame; arrays named mesh:... are read like the others. */
tsu_status tsu_frame_decode(tsu_frame *f, const uint8_t *data, size_t size, tsu_error *err);

#endif
