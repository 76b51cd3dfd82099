/* SPDX-License-Identifier: Apache-2.0 */
#include "law/fused.h"
#include "law/normal_eepa.h"
#include "law/normal_hooke.h"
#include <string.h>

static bool is_law(const tsu_law *chosen, const char *name)
{
    return strcmp(chosen ? chosen->name : "off", name) == 0;
}

/* Exponents, and whether there is a fluid, are the same for all pairs of materials. */
static bool is_form(const tsu_lawset *laws, int form)
{
    const double *p = laws->table + laws->first_coefficient[TSU_NORMAL];
    const tsu_law *normal = laws->law[TSU_NORMAL];
    if (strncmp(normal->name, "edinburgh", 9) == 0)
        return (int)tsu_eepa_form_of(p[TSU_EEPA_N], p[TSU_EEPA_C]) == form;
    if (is_law(normal, "hooke") || is_law(normal, "hooke/hysteresis"))
        return (p[TSU_HOOKE_VISCOUS] != 0.0 ? TSU_HOOKE_IN_FLUID : TSU_HOOKE_DRY) == form;
    return true;
}

const tsu_fused *tsu_fused_find(const tsu_lawset *laws)
{
    const tsu_fused *tables[] = {tsu_fused_hertz, tsu_fused_hooke, tsu_fused_edinburgh, tsu_fused_cohesive};
    if (laws->law[TSU_SURFACE] || laws->spent) return NULL;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        for (const tsu_fused *f = tables[k]; f->run; f++) {
            if (is_law(laws->law[TSU_NORMAL], f->normal) &&
                is_law(laws->law[TSU_COHESION], f->cohesion ? f->cohesion : "off") &&
                is_law(laws->law[TSU_TANGENTIAL], f->tangential) &&
                is_law(laws->law[TSU_ROLLING], f->rolling) && is_form(laws, f->form))
                return f;
        }
    }
    return NULL;
}
