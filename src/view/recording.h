/* SPDX-License-Identifier: Apache-2.0 */
/* recording.h - a recorded run that is open: what reading it (recording.c) and serving it (recording_answer.c) share. */
#ifndef TSU_VIEW_RECORDING_H
#define TSU_VIEW_RECORDING_H

#include "view/record/record.h"
#include "view/record/record_chunk.h"

struct tsu_recording {
    int file;
    char title[256];
    char name[128]; /* of the file; empty: not told */
    bool periodic[3];
    int64_t frames;
    tsu_chunk *frame;    /* [frames] */
    tsu_chunk *contacts; /* [frames] of the same; without bytes where there are none */
    int settings;
    tsu_setting **setting;
    tsu_series series[TSU_TABLES];
};

/* The setting with this number, or NULL. */
const tsu_setting *tsu_recording_setting(const tsu_recording *r, int64_t scene);

#endif
