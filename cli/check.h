/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TSU_CLI_CHECK_H
#define TSU_CLI_CHECK_H

#include "session/rehearsal.h"

typedef struct tsu_check {
    const char *deck;
    tsu_rehearsal rehearsal;
    int unreached; /* commands that did not run */
    bool json;     /* for other programs */
} tsu_check;

/* Prints what was found to standard output. */
void tsu_check_report(const tsu_check *c, const tsu_session *s);
/* The same as JSON, on one line. */
void tsu_check_tell(const tsu_check *c, const tsu_session *s);

#endif
