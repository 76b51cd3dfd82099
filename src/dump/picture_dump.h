/* SPDX-License-Identifier: Apache-2.0 */
/* picture_dump.h - what pictures.c (which draws) and picture_words.c (which reads the words of `dump` and `dump_modify`) share. */
#ifndef TSU_DUMP_PICTURE_DUMP_H
#define TSU_DUMP_PICTURE_DUMP_H

#include "dump/dump.h"
#include "session/drawing.h"

enum { TSU_PICTURE_COLORS = 32 };

typedef struct tsu_picture_number { /* a number, or a variable that is asked for each picture */
    double value;
    char variable[TSU_NAME];
} tsu_picture_number;

typedef struct tsu_picture_dump {
    tsu_particle_dump particles;
    tsu_drawing look;
    char color[TSU_NAME], film_path[520];
    tsu_picture_number view[2], zoom, center[3], up[3]; /* degrees; parts of the box */
    bool sized_by_type;                                 /* types may have diameters of their own */
    bool stays, placed;                                 /* the centre is that of the first picture */
    int colors;                                         /* that the deck has mixed: */
    struct {
        char name[TSU_NAME];
        tsu_drawing_color color;
    } mixed[TSU_PICTURE_COLORS];
    bool is_film;
    tsu_draw_fn *draw;
    void *film;
    void (*destroy)(tsu_session *s, void *state); /* what all dumps do */
} tsu_picture_dump;

/* Looks as it does where nothing is said. */
void tsu_picture_usual(tsu_picture_dump *d);
/* Colour and diameter, then keywords. */
tsu_status tsu_picture_read(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err);
tsu_status tsu_picture_modify(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                              tsu_words *words, tsu_error *err);
/* picture_scale.c: dump_modify amap, and any colour by its name. */
tsu_status tsu_picture_read_scale(tsu_picture_dump *d, tsu_words *words, tsu_error *err);
tsu_status tsu_picture_read_color(const tsu_picture_dump *d, tsu_words *words, tsu_drawing_color *out,
                                  tsu_error *err);
tsu_status tsu_picture_find_color(const tsu_picture_dump *d, const tsu_words *words, const char *name,
                                  tsu_drawing_color *out, tsu_error *err);
/* Says that a word changes nothing. */
void tsu_picture_unheard(tsu_session *s, const tsu_picture_dump *d, const char *word);

#endif
