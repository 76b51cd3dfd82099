/* SPDX-License-Identifier: Apache-2.0 */
/* manual.h - what is said of each command, style and contact model beyond its table: the texts of cli/reference/, which lie inside the
 * program. `tsubu reference NAME` prints them (manual_text.c), `tsubu reference --pages` makes a page of each (manual_pages.c).
 *
 * A text is a list of entries. A line begins with its key:
 *
 *   entry fix insert/pack      a command, a style behind its command, or `model hertz` and the like
 *   as fix insert/stream       what this entry does not say is taken from that one
 *   use insertion              arguments of an entry `shared insertion`
 *   ja ...                     the summary in Japanese; the English one stands in the table
 *   text ... / text-ja ...     a paragraph, any number
 *   arg NAME | type | unit | default | range | meaning | the same in Japanese
 *   example, its lines, end    a part of a deck that runs in the setting of cli/reference/setting.in; `example alone` is a whole deck,
 *                              behind `example last` nothing follows (the tests add a short `run` otherwise)
 *   ranks alone|between|divided|any, gpu no|between|yes|..., audit, restart, clumps, differs   each with its -ja; what is missing follows from the kind
 *   differ TOPIC | LIGGGHTS 3.8.0 | tsubu     a row of its differences, any number; `differ-ja` as many
 *   see fix insert/stream, theory normal_hertz                         other entries and pages
 *
 * The entry `shared words` has the words of the columns in Japanese: `word ENGLISH | JAPANESE`.
 *
 * tests/docs/test_manual.sh demands an entry for every row, every keyword of its tables and of its usage, and runs the examples. */
#ifndef TSU_CLI_MANUAL_H
#define TSU_CLI_MANUAL_H

#include "law/law.h"
#include <stdbool.h>

typedef struct tsu_manual_entry tsu_manual_entry;

enum { TSU_MANUAL_ARGUMENT_PARTS = 7 };
typedef enum tsu_manual_argument_part {
    TSU_MANUAL_NAME,
    TSU_MANUAL_TYPE,
    TSU_MANUAL_UNIT,
    TSU_MANUAL_DEFAULT,
    TSU_MANUAL_RANGE,
    TSU_MANUAL_MEANING,
    TSU_MANUAL_MEANING_JA
} tsu_manual_argument_part;

typedef struct tsu_manual_argument {
    char room[1024];
    const char *part[TSU_MANUAL_ARGUMENT_PARTS];
} tsu_manual_argument;

typedef struct tsu_manual_difference {
    char room[1024];
    const char *topic, *theirs, *ours;
} tsu_manual_difference;

/* The entry of a command (command NULL) or of a style of one; NULL if there is none or no memory. */
const tsu_manual_entry *tsu_manual_find(const char *command, const char *name);
/* The rest of the k-th line of an entry with this key, from 0; NULL behind the last. With `key-ja` the Japanese one. */
const char *tsu_manual_line(const tsu_manual_entry *e, const char *key, int k);
/* The k-th argument; false behind the last. */
bool tsu_manual_argument_at(const tsu_manual_entry *e, int k, tsu_manual_argument *out);
/* The k-th difference from LIGGGHTS; false behind the last. */
bool tsu_manual_difference_at(const tsu_manual_entry *e, int k, bool japanese, tsu_manual_difference *out);
/* A word of the columns from type to range in the language of the reader. */
const char *tsu_manual_word(const char *word, bool japanese);
/* The line of `key` in a language, or else what holds for all of the kind ("fix", NULL for commands ...); NULL: nothing to say. */
const char *tsu_manual_note(const tsu_manual_entry *e, const char *command, const char *key, bool japanese);

/* manual_text.c: for the screen, behind the usage. */
void tsu_manual_print(const tsu_manual_entry *e, const char *command, bool japanese);
/* manual_pages.c: pages of all entries in both languages, and index.md; false if a file could not be written. */
bool tsu_manual_write_pages(const char *folder);
/* Prints docs/reference.md: summaries and syntax of all. */
void tsu_manual_sum_up(bool japanese);
/* Prints the setting of the examples. */
void tsu_manual_put_setting(void);
/* cmd_laws.c: properties, keywords, history and accounts of a contact model as tables. */
void tsu_laws_mark_tables(const tsu_law *law, bool japanese);
/* cmd_reference.c: keywords of thermo, fields of particles, shapes of walls, functions of formulas. */
void tsu_reference_mark_tables(void);

#endif
