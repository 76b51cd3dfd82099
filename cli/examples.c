/* SPDX-License-Identifier: Apache-2.0 */
#include "examples.h"
#include "base/system.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool tsu_find_examples(char *folder, size_t size)
{
    static const char *const places[] = {"../share/tsubu/examples", "examples"};
    char program[2048];
    const char *slash = tsu_system_program(program, sizeof program) ? strrchr(program, '/') : NULL;
    for (size_t k = 0; slash && k < sizeof places / sizeof *places; k++) {
        const int n = snprintf(folder, size, "%.*s/%s", (int)(slash - program), program, places[k]);
        if (n < (int)size && is_folder(folder)) return true;
    }
    return snprintf(folder, size, "%s", TSU_EXAMPLES_DIR) < (int)size && is_folder(folder);
}
