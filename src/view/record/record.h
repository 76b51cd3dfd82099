/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - a run in a file: frames (TSF1), what they show and time series, one chunk after the other. A run that is killed leaves
 * a file that can be read up to its last whole chunk. docs/view_protocol.md describes the form. */
#ifndef TSU_VIEW_RECORD_RECORD_H
#define TSU_VIEW_RECORD_RECORD_H

#include "view/series.h"
#include "view/source.h"

/* ---- writing ---------------------------------------------------------------------------------------------------------- */

typedef struct tsu_recorder tsu_recorder;

/* Begins a file, over what was there. `every`: steps between frames; 0: a hundred frames for each run of the deck. */
tsu_status tsu_recorder_create(tsu_recorder **recorder, const char *path, const char *title, int64_t every,
                               tsu_error *err);
/* Closes the file; the first failure since the beginning is told. */
tsu_status tsu_recorder_close(tsu_recorder *recorder, tsu_error *err);
/* Between steps: writes a frame if one is due (or asked for). */
void tsu_recorder_poll(tsu_recorder *recorder, const tsu_session *s, bool now);
/* Steps until the next frame. */
int64_t tsu_recorder_limit(const tsu_recorder *recorder, const tsu_session *s);
void tsu_recorder_thermo(tsu_recorder *recorder, const tsu_session *s, const double *value);

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

typedef struct tsu_recording tsu_recording;

tsu_status tsu_recording_open(tsu_recording **recording, const char *path, tsu_error *err);
void tsu_recording_close(tsu_recording *recording);
int64_t tsu_recording_frames(const tsu_recording *recording);
const char *tsu_recording_title(const tsu_recording *recording);
/* What it is called beside another one, in place of the name of its file. */
void tsu_recording_rename(tsu_recording *recording, const char *name, size_t length);
/* The time of a frame [s]; no number where it is not known. */
double tsu_recording_time(const tsu_recording *recording, int64_t index);
/* Whether its last frame has a field. */
bool tsu_recording_has_field(const tsu_recording *recording, const char *name);
/* Reads a frame; *frame is the caller's to destroy. *setting is lent: its meshes have their corners. */
tsu_status tsu_recording_frame(const tsu_recording *recording, int64_t index, tsu_frame **frame,
                               const tsu_setting **setting, tsu_error *err);
/* What a server asks. */
tsu_view_source tsu_recording_source(tsu_recording *recording);

/* Whether a file begins like a recorded run. */
bool tsu_recording_is(const char *path);

#endif
