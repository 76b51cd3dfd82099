/* SPDX-License-Identifier: Apache-2.0 */
/* plot_compare.h - several logs on one page, a curve for each of them in each chart. */
#ifndef TSU_CLI_PLOT_COMPARE_H
#define TSU_CLI_PLOT_COMPARE_H

#include "format/plot_page.h"
#include "format/thermo_log.h"

enum { TSU_PLOT_LOGS = 16, TSU_PLOT_CHOSEN = 64 };

/* The name of a column with its unit, where it is known. */
const char *tsu_plot_label(const tsu_log *log, const char *column, char *out, size_t size);

/* Writes the page; `chosen` names columns, or there are none: then all that are in two logs at least. The axis is time where all
 * logs have it, otherwise the step. */
tsu_status tsu_plot_compare(const tsu_log *log, const char *const *path, int logs, char *const *chosen,
                            int count, const char *out, tsu_error *err);

#endif
