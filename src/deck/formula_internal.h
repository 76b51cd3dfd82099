/* SPDX-License-Identifier: Apache-2.0 */
/* formula_internal.h - shared by the files that evaluate formulas. */
#ifndef TSU_DECK_FORMULA_INTERNAL_H
#define TSU_DECK_FORMULA_INTERNAL_H

#include "deck/formula.h"
#include "deck/internal.h"

/* "formula `...`: sentence" */
tsu_status tsu_formula_fail(const tsu_formula *f, tsu_error *err, const char *format, ...) TSU_PRINTF(3, 4);
tsu_status tsu_formula_no_host(const tsu_formula *f, const char *what, tsu_error *err);
/* Copies a lent column before the next call on the host can change it. */
tsu_status tsu_formula_from_column(tsu_evaluation *e, const tsu_formula *f, const char *name,
                                   tsu_column column, tsu_value *out, tsu_error *err);
/* v_NAME, v_NAME[ID] and next(NAME). */
tsu_status tsu_formula_variable(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                                tsu_error *err);
tsu_status tsu_formula_next(tsu_evaluation *e, const tsu_formula *f, const tsu_node *node, tsu_value *out,
                            tsu_error *err);

#endif
