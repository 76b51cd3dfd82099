/* SPDX-License-Identifier: Apache-2.0 */
/* pictures.c - `dump image` and `dump movie`: read, so that decks which draw pictures besides run as they are; none are
 * drawn, which is said. */
#include "dump/dump.h"

static tsu_status draw_nothing(tsu_session *s, tsu_dump *d, tsu_error *err)
{
    (void)s;
    (void)d;
    (void)err;
    return TSU_OK;
}

/* Colours, views and sizes: whatever there is. */
static tsu_status take_all(tsu_session *s, tsu_dump *d, const char *keyword, bool *taken, tsu_words *words,
                           tsu_error *err)
{
    (void)s;
    (void)d;
    (void)keyword;
    (void)err;
    *taken = true;
    words->at = words->count;
    return TSU_OK;
}

static tsu_status dump_pictures(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *d;
    tsu_status status = tsu_dump_begin(s, words, sizeof *d, &object, &d, err);
    if (status != TSU_OK) return status;
    status = tsu_words_need(words, 2, "colour and diameter", err);
    words->at = words->count;
    d->write = draw_nothing;
    d->modify = take_all;
    if (status == TSU_OK)
        tsu_script_warn(script,
                        "dump %s: no pictures are drawn during a run; `tsubu snapshot` draws them from dumps "
                        "and restart files, `tsubu view` shows the run",
                        d->id);
    return tsu_dump_add(s, &object, d, status, err);
}

const tsu_command tsu_dumps_pictures[] = {
    {"image", "dump ID GROUP image N FILE COLOUR DIAMETER ...",
     "read, but nothing is drawn: `tsubu snapshot` draws pictures from the files of a run", dump_pictures},
    {"movie", "dump ID GROUP movie N FILE COLOUR DIAMETER ...",
     "read, but nothing is drawn: `tsubu snapshot` draws pictures from the files of a run", dump_pictures},
    {0}};
