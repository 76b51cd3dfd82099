/* SPDX-License-Identifier: Apache-2.0 */
/* tsubu.h - the public interface of tsubu, a discrete element engine. C17 and C++17.
 *
 * Objects come first in a name, then a verb if state changes. Whatever can fail returns a tsu_status and writes one
 * sentence into the caller's tsu_error (which may be NULL); on failure nothing has changed. The library never exits
 * and never prints. A world owns all its memory; views lent out are valid until the next call that changes it. */
#ifndef TSUBU_TSUBU_H
#define TSUBU_TSUBU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ------------------------------------------------------------------------------------------------- */

typedef enum tsu_status {
    TSU_OK = 0,
    TSU_ERROR_INPUT,       /* the caller or the deck asked for something that makes no sense */
    TSU_ERROR_UNSUPPORTED, /* it makes sense, but tsubu does not do it */
    TSU_ERROR_IO,          /* a file could not be read or written */
    TSU_ERROR_MEMORY,      /* out of memory */
    TSU_ERROR_UNSTABLE     /* the simulation broke down: not finite, particle lost, audit exceeded */
} tsu_status;

typedef struct tsu_error {
    tsu_status status;
    int line;           /* line of the deck, 0 if the error has no place in a deck */
    char file[256];     /* the deck */
    char message[1024]; /* what, which value, what to do */
} tsu_error;

/* ---- energy accounts ------------------------------------------------------------------------------------------ */

/* Where the energy of a contact goes [J]. The last two of each group are what a spring loses when it is not extended but
 * changed: its direction projected on the new tangent plane, its stiffness altered, or the contact opened. */
typedef enum tsu_account {
    TSU_ACCOUNT_NORMAL_DASHPOT,
    TSU_ACCOUNT_PLASTIC, /* normal hysteresis */
    TSU_ACCOUNT_COHESION,
    TSU_ACCOUNT_SLIDING,
    TSU_ACCOUNT_TANGENTIAL_DASHPOT,
    TSU_ACCOUNT_TANGENTIAL_HISTORY,
    TSU_ACCOUNT_ROLLING_SLIP,
    TSU_ACCOUNT_ROLLING_DASHPOT,
    TSU_ACCOUNT_ROLLING_HISTORY,
    TSU_ACCOUNT_COUNT
} tsu_account;

#ifdef __cplusplus
}
#endif
#endif
