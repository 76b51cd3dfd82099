/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - arrays aligned to cache lines, zeroed, with checked sizes and errors that say how much was
 * wanted. */
#ifndef TSU_BASE_MEMORY_H
#define TSU_BASE_MEMORY_H

#include "base/error.h"
#include <stdint.h>

enum {
    TSU_MEMORY_ALIGNMENT = 64 /* [byte] */
};

/* a b in *product, or false if it does not fit into size_t. */
bool tsu_size_multiply(size_t a, size_t b, size_t *product);

/* Allocates `count` zeroed elements of `size` bytes and stores the address in the pointer at `pointer` (the
 * address of any object pointer: `tsu_memory_allocate(&x, n, sizeof *x, "positions", err)`). The caller owns
 * the array and gives it back with tsu_memory_release. Zero elements give a valid array too. `what` names the
 * array in the error. Large arrays ask the system for huge pages. */
tsu_status tsu_memory_allocate(void *pointer, size_t count, size_t size, const char *what, tsu_error *err);

/* The same for an array that may be used in a few places only: of a large one no more than these take memory. */
tsu_status tsu_memory_allocate_thin(void *pointer, size_t count, size_t size, const char *what,
                                    tsu_error *err);

/* Makes room for at least `needed` elements in the array whose address is stored at `pointer` (it may hold
 * NULL with *capacity = 0). Grows by half at least, so that appending costs constant time; keeps the
 * contents, zeroes the rest. Never shrinks. On failure array and capacity are as before. */
tsu_status tsu_memory_grow(void *pointer, size_t *capacity, size_t needed, size_t size, const char *what,
                           tsu_error *err);

/* As tsu_memory_grow for an array that shares the growth of others: from exactly `old_count` to `new_count`.
 */
tsu_status tsu_memory_resize(void *pointer, size_t old_count, size_t new_count, size_t size, const char *what,
                             tsu_error *err);

/* Room for at least `needed` elements of an array of which nothing is kept, exactly so many if there are fewer, unless there is no
 * memory: then all is as it was. `thin`: as in tsu_memory_allocate_thin. */
tsu_status tsu_memory_renew(void *pointer, size_t *capacity, size_t needed, size_t size, bool thin,
                            const char *what, tsu_error *err);

/* The capacity tsu_memory_grow would choose: the larger of `needed` and half as much again as `capacity`. */
size_t tsu_memory_next_capacity(size_t capacity, size_t needed);

/* Zeroes an array of so many elements that was allocated whole; the memory of a large one is taken again when it is used. */
void tsu_memory_forget(void *array, size_t count, size_t size);

/* Of a large array no more than so many bytes will be used for now: behind them memory comes in small pages. */
void tsu_memory_end(void *array, size_t used, size_t bytes);

/* Gives the array back and clears the pointer at `pointer`. NULL is fine. */
void tsu_memory_release(void *pointer);

/* Leaves only the elements `order` of an array, which are `count` in ascending order, and brings them together at its front. */
void tsu_memory_keep(void *array, size_t size, const int32_t *order, int32_t count);

/* The end of the run of neighbours in such an order that begins at element k of it. */
int32_t tsu_memory_run(const int32_t *order, int32_t count, int32_t k);

#endif
