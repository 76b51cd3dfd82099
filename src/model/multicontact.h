/* SPDX-License-Identifier: Apache-2.0 */
/* multicontact.h - "multicontact": contacts of a particle displace its surface at the others, where the surface law is
 * `multicontact` (step/multicontact.h). There can be one. */
#ifndef TSU_MODEL_MULTICONTACT_H
#define TSU_MODEL_MULTICONTACT_H

#include "model/model.h"

typedef struct tsu_multicontact_def {
    uint32_t group; /* mask: particles whose surfaces bulge */
    double factor;  /* geometric, positive [-] */
} tsu_multicontact_def;
tsu_multicontact_def tsu_model_multicontact_default(void); /* 1.125, all particles */
extern const tsu_model_row tsu_model_multicontact;

#endif
