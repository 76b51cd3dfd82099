/* SPDX-License-Identifier: Apache-2.0 */
/* liquid.c - what a deck sees of the liquid of capillary bridges (step/liquid.h): f_surfaceLiquidContent is the liquid of each
 * particle over its volume, f_liquidSource what is added to it per second; `set ... property/atom` sets either. f_liquidFlux is what
 * it gained per second from bridges that broke in the last step. */
#include "step/liquid.h"
#include "fix/fix.h"
#include "model/liquid.h"
#include "step/hooks.h"
#include "step/wall/wall.h"

tsu_status tsu_session_prepare_liquid(tsu_session *s, tsu_error *err)
{
    double start = 0.0;
    tsu_model *model;
    const char *name = tsu_liquid_column(s->world, &start);
    if (!name) return TSU_OK;
    tsu_status status = tsu_session_need_property(s, name, start, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, TSU_LIQUID_SOURCE, 0.0, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, TSU_LIQUID_FLUX, 0.0, err);
    if (status != TSU_OK) return status;
    tsu_model_destroy(tsu_models_of(s->world, &tsu_model_liquid_source)); /* it comes last in a step */
    return tsu_model_create(s->world, &tsu_model_liquid_source, TSU_LIQUID_SOURCE, NULL, &model, err);
}
