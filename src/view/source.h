/* SPDX-License-Identifier: Apache-2.0 */
/* source.h - who answers requests: a live run, a recorded one, a gallery. A source is called by many threads at once. */
#ifndef TSU_VIEW_SOURCE_H
#define TSU_VIEW_SOURCE_H

#include "view/frame.h"
#include "view/series.h"

typedef struct tsu_answer {
    int status;       /* of HTTP */
    const char *type; /* of the content */
    bool gzip;        /* the body is compressed */
    tsu_bytes body;   /* owned: given back by whoever sends it */
} tsu_answer;

typedef tsu_answer tsu_view_answer_fn(void *context, const tsu_request *request);

/* What a source cannot answer is NULL and becomes 404. */
typedef struct tsu_view_source {
    void *context;
    bool framed;              /* pages of this machine (a notebook) may show it within them */
    tsu_view_answer_fn *deck; /* of an example */
    tsu_answer (*check)(void *context, const tsu_request *request, const char *deck, size_t size);
    tsu_answer (*run)(void *context, const tsu_request *request, const char *deck, size_t size);
    tsu_view_answer_fn *info, *frame, *series, *particle, *contact, *files, *picture, *kept;
    tsu_answer (*control)(void *context, const tsu_control *control);
    const struct tsu_view_source
        *beside; /* another run to compare with (info, frame, series, particle); NULL: none */
} tsu_view_source;

/* Answers a request that has been read, with the body it came with. */
tsu_answer tsu_view_answer(const tsu_view_source *source, const tsu_request *request, const char *body,
                           size_t size);

/* A refusal with its sentence; JSON that was written (freed or taken over); bytes. */
tsu_answer tsu_answer_refuse(int status);
tsu_answer tsu_answer_json(tsu_json *j);
/* The tables of a run - energy, thermo, meshes (if it has columns) -, rows from these numbers on. */
tsu_answer tsu_answer_series(const tsu_series *const table[TSU_TABLES], const uint64_t from[TSU_TABLES]);
tsu_answer tsu_answer_bytes(tsu_bytes bytes, const char *type);

#endif
