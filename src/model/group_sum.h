/* SPDX-License-Identifier: Apache-2.0 */
/* group_sum.h - sums over the particles of a group that do not depend on the order of rows (base/exact_sum.h). Whatever steers
 * particles or is printed is summed here, so that threads, the history of lists and restarts leave no trace in it. In a part of a divided
 * world (step/part/part.h) the sum is that of all parts, which take it together. */
#ifndef TSU_MODEL_GROUP_SUM_H
#define TSU_MODEL_GROUP_SUM_H

#include "base/exact_sum.h"
#include "state/region.h"
#include "step/world.h"

/* What row i brings to each of the sums. Called from several threads at once. */
typedef void tsu_row_values(const struct tsu_world *w, const void *context, int32_t i, double *value);

/* sums[c]: over the particles of a group (mask), within a region (NULL: anywhere), for `width` columns, at most
 * TSU_EXACT_WIDTH. Returns the number of these particles. */
int64_t tsu_group_sum(const struct tsu_world *w, uint32_t group, const tsu_region *region, int width,
                      tsu_row_values *row, const void *context, double *sums);

/* Sums of `width` numbers each, of rows that fall into cells, at most TSU_EXACT_WIDTH: sums[cell * stride + c] is set for each
 * cell; cell[i] < 0 leaves a row out. */
tsu_status tsu_cell_sum(const struct tsu_world *w, const int64_t *cell, int64_t cells, int width,
                        int64_t stride, tsu_row_values *row, const void *context, double *sums,
                        tsu_error *err);

#endif
