/* SPDX-License-Identifier: Apache-2.0 */
#include "io/folder.h"
#include "base/system.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 4096 };

/* The folder up to the next slash behind `from`; NULL: there is none, or its name has a `*`. */
static const char *next_folder(const char *path, const char *from, char folder[LONGEST])
{
    const char *slash = strchr(from, '/');
    if (!slash) return NULL;
    snprintf(folder, LONGEST, "%.*s", (int)(slash - path), path);
    return strchr(folder, '*') ? NULL : slash + 1;
}

tsu_status tsu_folders_make(const char *path, tsu_error *err)
{
    char folder[LONGEST];
    struct stat known;
    const char *from = path + (*path == '/');
    while ((from = next_folder(path, from, folder)) != NULL) {
        if (folder[0] == '\0' || stat(folder, &known) == 0 || tsu_system_make_folder(folder) ||
            errno == EEXIST)
            continue;
        return tsu_error_set(err, TSU_ERROR_IO,
                             "cannot write '%.200s': cannot create the folder '%.200s': %s", path, folder,
                             strerror(errno));
    }
    return TSU_OK;
}

tsu_status tsu_folders_check(const char *path, tsu_error *err)
{
    char folder[LONGEST], last[LONGEST] = ".";
    struct stat known;
    const char *from = path + (*path == '/');
    if (*path == '/') snprintf(last, sizeof last, "/");
    while ((from = next_folder(path, from, folder)) != NULL) {
        if (folder[0] != '\0' && stat(folder, &known) != 0 && errno == ENOENT) break;
        if (folder[0] != '\0') memcpy(last, folder, sizeof last);
    }
    if (stat(last, &known) == 0 && !S_ISDIR(known.st_mode))
        return tsu_error_set(err, TSU_ERROR_IO, "cannot write '%.200s': '%.200s' is a file, not a folder",
                             path, last);
    if (access(last, W_OK | X_OK) == 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "cannot write '%.200s': folder '%.200s': %s", path, last,
                         strerror(errno));
}
