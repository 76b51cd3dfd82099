/* SPDX-License-Identifier: Apache-2.0 */
/* normal_common.h - what the normal laws of the tree share: tsubu/law/normal.h, and keywords of LIGGGHTS decks. */
#ifndef TSU_LAW_NORMAL_COMMON_H
#define TSU_LAW_NORMAL_COMMON_H

#include "law/law.h"
#include "tsubu/law/normal.h"

/* Keywords that several laws have in common. */
#define TSU_KEYWORD_TANGENTIAL_DAMPING                                                                       \
    {                                                                                                        \
        "tangential_damping", tsu_choices_on_off, "tangential dashpot"                                       \
    }
#define TSU_KEYWORD_LIMIT_FORCE                                                                              \
    {                                                                                                        \
        "limitForce", tsu_choices_off_on, "set an attractive total normal force to zero"                     \
    }
#define TSU_KEYWORD_LIMIT_FORCE_ADHESIVE                                                                     \
    {                                                                                                        \
        "limitForce", tsu_choices_on_off,                                                                    \
            "set an attractive total normal force to zero, unless the contact is adhesive"                   \
    }
/* A keyword of the form heating_normal_NAME. */
#define TSU_KEYWORD_HEATING_NORMAL(NAME)                                                                     \
    {                                                                                                        \
        NAME, tsu_choices_off_on,                                                                            \
            "energy dissipated by dashpot and plasticity heats the bodies (`fix heat/gran`)"                 \
    }
#define TSU_KEYWORD_HEATING_TRACKING                                                                         \
    {                                                                                                        \
        "heating_tracking", tsu_choices_off_on,                                                              \
            "accepted for old decks: the heat of each mechanism is always recorded separately"               \
    }
#define TSU_KEYWORD_BONDED                                                                                   \
    {                                                                                                        \
        "disableNormalWhenBonded", tsu_choices_off_on, "no normal force between bonded particles"            \
    }
#define TSU_KEYWORDS_ENERGY                                                                                  \
    {"computeElasticPotential", tsu_choices_off_on, TSU_DOC_STORED},                                         \
    {                                                                                                        \
        "computeDissipatedEnergy", tsu_choices_off_on, TSU_DOC_DISSIPATED                                    \
    }

/* There are no bonds, so nothing could be switched off between bonded particles. */
static inline tsu_status tsu_normal_check_bonded(int choice, tsu_error *err)
{
    if (choice == 0) return TSU_OK;
    return tsu_law_refuse(err, TSU_ERROR_UNSUPPORTED,
                          "disableNormalWhenBonded on: there are no bonds between particles; leave it off");
}

#endif
