/* SPDX-License-Identifier: Apache-2.0 */
/* gallery_state.h - what gallery.c (the list, runs of examples as they are) and gallery_work.c (decks that are edited) share. */
#ifndef TSU_CLI_GALLERY_GALLERY_STATE_H
#define TSU_CLI_GALLERY_GALLERY_STATE_H

#include "gallery/gallery.h"
#include "view/json.h"
#include <pthread.h>
#include <sys/types.h>

enum {
    EXAMPLES_MAX = 256,
    DECKS_MAX = 16,
    TITLE_LONG = 64,
    CHILDREN_MAX = 4,
    START_SECONDS = 30,
    PICTURE_BYTES = 1 << 20
};

typedef struct example {
    char name[TSU_REQUEST_NAME], folder[64], title[200], deck[64], file[72];
    char japanese[200]; /* the title in Japanese; empty: none */
    bool picture;       /* there is one to show, in `file` */
} example;

typedef struct child {
    pid_t pid; /* 0: none */
    char folder[1400];
    bool kept; /* the folder stays */
} child;

struct tsu_gallery {
    char folder[1024], program[1024];
    char work[1024]; /* where runs of edited decks are kept */
    int examples;
    example example[EXAMPLES_MAX];
    pthread_mutex_t lock; /* of what follows */
    int next;
    child child[CHILDREN_MAX];
};

/* What has been listed under a name, or NULL: no name leads elsewhere. */
const example *tsu_gallery_find(const tsu_gallery *g, const char *name);
/* Links to the folders of the other examples, beside a copy of one. */
void tsu_gallery_link_others(const tsu_gallery *g, const example *e, const char *folder);
/* Waits until a program has printed its address into a file; false if it ends without one. */
bool tsu_gallery_wait_for_address(const child *c, int out, char *address, size_t size);
/* Ends a run and removes its folder, if that is not kept. */
void tsu_gallery_end(child *c);
/* The place of the next run; the oldest gives way. Under the lock. */
child *tsu_gallery_next(tsu_gallery *g);
tsu_answer tsu_gallery_tell_address(const char *address, const char *folder);

/* The recorded run in the folder of an example that is kept. */
#define TSU_KEPT_RUN "run.tsubu"

/* gallery_kept.c */
tsu_answer tsu_gallery_kept(void *context, const tsu_request *request);
tsu_answer tsu_gallery_open(tsu_gallery *g, const tsu_control *control);

/* gallery_work.c */
tsu_answer tsu_gallery_deck(void *context, const tsu_request *request);
tsu_answer tsu_gallery_check(void *context, const tsu_request *request, const char *deck, size_t size);
tsu_answer tsu_gallery_run(void *context, const tsu_request *request, const char *deck, size_t size);

#endif
