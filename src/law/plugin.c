/* SPDX-License-Identifier: Apache-2.0 */
#include "law/plugin.h"
#include "base/memory.h"
#include "base/system.h"
#include "law/registry.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1024 };

/* A plugin that was loaded. They form a list, whose members are never changed again. */
typedef struct loaded {
    struct loaded *_Atomic next;
    const tsu_plugin *plugin;
    char file[FILE_MAX];
} loaded;

static struct loaded *_Atomic first;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* somebody loads a plugin */

const tsu_plugin *tsu_plugin_loaded(int k, const char **file)
{
    const loaded *p = atomic_load(&first);
    for (; p && k > 0; k--) {
        p = atomic_load(&p->next);
    }
    if (p && file) *file = p->file;
    return p ? p->plugin : NULL;
}

const tsu_plugin *tsu_plugin_of(const tsu_law *law)
{
    const tsu_plugin *plugin;
    for (int k = 0; (plugin = tsu_plugin_loaded(k, NULL)) != NULL; k++) {
        for (const tsu_law *const *own = plugin->laws; *own; own++) {
            if (*own == law) return plugin;
        }
    }
    return NULL;
}

static bool is_loaded(const tsu_plugin *plugin)
{
    const tsu_plugin *other = NULL;
    for (int k = 0; (other = tsu_plugin_loaded(k, NULL)) != NULL; k++) {
        if (other == plugin) return true;
    }
    return false;
}

static tsu_status keep(const tsu_plugin *plugin, const char *file, tsu_error *err)
{
    loaded *made = calloc(1, sizeof *made), *last = atomic_load(&first);
    const tsu_status s =
        made ? tsu_laws_extend(plugin->laws, err)
             : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the plugin '%.200s'", file);
    if (s != TSU_OK) {
        free(made);
        return s;
    }
    made->plugin = plugin;
    snprintf(made->file, sizeof made->file, "%s", file);
    while (last && atomic_load(&last->next)) {
        last = atomic_load(&last->next);
    }
    if (last)
        atomic_store(&last->next, made);
    else
        atomic_store(&first, made);
    return TSU_OK;
}

static tsu_status take(void *library, const char *file, bool *kept, tsu_error *err)
{
    const tsu_plugin *plugin = tsu_system_symbol(library, "tsubu_plugin");
    if (!plugin)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "'%.200s' is a shared library but no plugin of tsubu: it has no symbol "
                             "tsubu_plugin; its source must end with TSU_PLUGIN(...) (tsubu/tsubu_law.h)",
                             file);
    *kept = is_loaded(plugin);
    if (*kept) return TSU_OK;
    tsu_error why = {0};
    tsu_status s = tsu_plugin_check(plugin, &why);
    if (s != TSU_OK)
        return tsu_error_set(err, s, "the plugin '%.200s' cannot be used: %.700s", file, why.message);
    s = keep(plugin, file, err);
    *kept = s == TSU_OK;
    return s;
}

tsu_status tsu_plugin_load(const char *file, tsu_error *err)
{
    if (!file) return tsu_error_null(err, "tsu_plugin_load", "file");
    char why[300], path[FILE_MAX];
    if (!tsu_system_full_path(file, path, sizeof path))
        return tsu_error_set(err, TSU_ERROR_IO,
                             "there is no plugin '%.200s'; give the path of a shared library", file);
    while (atomic_flag_test_and_set(&busy)) {
    }
    tsu_status s = TSU_OK;
    bool kept = false;
    void *library = tsu_system_library_open(path, why, sizeof why);
    if (library)
        s = take(library, file, &kept, err);
    else
        s = tsu_error_set(err, TSU_ERROR_IO, "cannot load the plugin '%.200s': %s", file, why);
    if (library && !kept) tsu_system_library_close(library);
    atomic_flag_clear(&busy);
    return s;
}
