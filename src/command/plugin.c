/* SPDX-License-Identifier: Apache-2.0 */
/* plugin.c - `plugin`: contact models from shared libraries. */
#include "law/plugin.h"
#include "command/command.h"
#include <stdio.h>
#include <string.h>

static void list_laws(const tsu_plugin *plugin, char *text, size_t size)
{
    text[0] = '\0';
    for (const tsu_law *const *law = plugin->laws; *law; law++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", tsu_law_kind_word((*law)->kind),
                 (*law)->name);
    }
}

static void list_plugins(tsu_script *script)
{
    const tsu_plugin *plugin;
    const char *file;
    int k = 0;
    for (; (plugin = tsu_plugin_loaded(k, &file)) != NULL; k++) {
        char laws[512];
        list_laws(plugin, laws, sizeof laws);
        tsu_script_say(script, "Plugin %s %s (%s): %s\n", plugin->name, plugin->version, file, laws);
    }
    if (k == 0) tsu_script_say(script, "No plugin is loaded\n");
}

static tsu_status run_plugin(tsu_script *script, tsu_words *words, tsu_error *err)
{
    bool list;
    const char *file;
    tsu_status s = tsu_words_either(words, "what to do", "load", "list", &list, err);
    if (s != TSU_OK) return s;
    if (list) {
        list_plugins(script);
        return TSU_OK;
    }
    s = tsu_words_text(words, "the file", &file, err);
    if (s != TSU_OK) return s;
    if (tsu_session_of(script)->options.forbid_files)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "is not allowed here");
    return tsu_plugin_load(file, err);
}

const tsu_command tsu_commands_plugin[] = {
    {"plugin", "plugin load FILE | list",
     "loads contact models from a shared library, for all that follows; or lists those that are loaded",
     run_plugin},
    {0}};
