/* SPDX-License-Identifier: Apache-2.0 */
/* vec.h - three-component vectors: tsubu/law/vec.h, which laws outside the tree use too. */
#ifndef TSU_BASE_VEC_H
#define TSU_BASE_VEC_H

#include "tsubu/law/vec.h"

#endif
