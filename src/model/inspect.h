/* SPDX-License-Identifier: Apache-2.0 */
/* inspect.h - holds models to what their rows say they write. What may be changed is hashed field by field before and after each
 * call of a model; a field that has changed and is not among `writes` ends the run with a sentence that names model, call and
 * field. It costs a sweep over all particles a call, so it is for tests and for builds with TSU_INSPECT_MODELS (the presets debug
 * and asan), where each run is inspected. What a model reads is tried by tests/unit/test_model_fields.c. */
#ifndef TSU_MODEL_INSPECT_H
#define TSU_MODEL_INSPECT_H

#include "model/model.h"

enum { TSU_INSPECTED = 14 };

/* Hashes of what can be written, in the order of the bits of tsu_fields_touched. */
typedef struct tsu_inspection {
    uint64_t hash[TSU_INSPECTED];
    uint64_t generation; /* a model that changes the world has forces made anew, and particles wrapped */
    int32_t rows;
} tsu_inspection;

tsu_inspection tsu_inspect(const struct tsu_world *w);
/* Fails if something has changed since that the row does not name; `call` says what was called. */
tsu_status tsu_inspect_writes(const tsu_model *m, const tsu_inspection *before, const char *call,
                              tsu_error *err);
/* "positions", "velocities" ... of a single bit. */
const char *tsu_inspect_field(uint32_t bit);

#endif
