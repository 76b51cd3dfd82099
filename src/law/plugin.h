/* SPDX-License-Identifier: Apache-2.0 */
/* plugin.h - laws from shared libraries (tsubu/tsubu_law.h). What tsu_plugin_load (tsubu.h) has taken stays until the process ends:
 * worlds hold on to laws. */
#ifndef TSU_LAW_PLUGIN_H
#define TSU_LAW_PLUGIN_H

#include "law/law.h"

/* The k-th plugin that was loaded, from 0, and its file; NULL behind the last. */
const tsu_plugin *tsu_plugin_loaded(int k, const char **file);

/* The plugin that a law comes from; NULL: it is one of tsubu's own. */
const tsu_plugin *tsu_plugin_of(const tsu_law *law);

/* plugin_check.c: whether a plugin may be taken; the sentence says why not. Nothing of it has run before but its probe. */
tsu_status tsu_plugin_check(const tsu_plugin *plugin, tsu_error *err);

#endif
