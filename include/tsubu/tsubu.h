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

#ifdef __cplusplus
}
#endif
#endif
