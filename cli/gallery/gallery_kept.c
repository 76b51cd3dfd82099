/* SPDX-License-Identifier: Apache-2.0 */
/* gallery_kept.c - runs that were kept: listed, and shown again, alone or two side by side. A folder of work holds a copy of an example, and in
 * it the recorded run. No link is followed on the way there. */
#include "gallery/gallery_state.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT_MAX = 500 };

/* The names that `run` takes (view/request.c). */
static bool is_name(const char *name)
{
    enum { LONGEST = 40 };
    const size_t plain = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    return plain > 0 && plain <= LONGEST && name[plain] == '\0' && name[0] != '-';
}

static DIR *open_folder(int beneath, const char *name)
{
    const int place = openat(beneath, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = place < 0 ? NULL : fdopendir(place);
    if (!folder && place >= 0) close(place);
    return folder;
}

/* The folder of the example in a folder of work that holds a recorded run; false: there is none. */
static bool find_run(int work, const char *name, char inside[64], struct stat *about)
{
    DIR *folder = is_name(name) ? open_folder(work, name) : NULL;
    bool found = false;
    for (const struct dirent *d = folder ? readdir(folder) : NULL; d && !found; d = readdir(folder)) {
        if (d->d_name[0] == '.' || strlen(d->d_name) >= 64) continue;
        const int inner = openat(dirfd(folder), d->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner < 0) continue;
        found = fstatat(inner, TSU_KEPT_RUN, about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about->st_mode) &&
                about->st_size > 0;
        close(inner);
        if (found) snprintf(inside, 64, "%.63s", d->d_name);
    }
    if (folder) closedir(folder);
    return found;
}

tsu_answer tsu_gallery_kept(void *context, const tsu_request *request)
{
    (void)request;
    const tsu_gallery *g = context;
    DIR *work = open_folder(AT_FDCWD, g->work);
    tsu_json j = {0};
    int listed = 0;
    tsu_json_open(&j, '[');
    for (const struct dirent *d = work ? readdir(work) : NULL; d && listed < KEPT_MAX; d = readdir(work)) {
        char inside[64];
        struct stat about;
        if (!find_run(dirfd(work), d->d_name, inside, &about)) continue;
        listed++;
        tsu_json_open(&j, '{');
        tsu_json_key_string(&j, "name", d->d_name);
        tsu_json_key_string(&j, "example", inside);
        tsu_json_key_integer(&j, "bytes", (int64_t)about.st_size);
        tsu_json_key_integer(&j, "changed", (int64_t)about.st_mtime);
        tsu_json_close(&j, '}');
    }
    tsu_json_close(&j, ']');
    if (work) closedir(work);
    return tsu_answer_json(&j);
}

static bool path_of(const tsu_gallery *g, const char *name, char *path, size_t size)
{
    char inside[64], full[PATH_MAX];
    struct stat about;
    DIR *work = open_folder(AT_FDCWD, g->work);
    const bool found = work && find_run(dirfd(work), name, inside, &about) && realpath(g->work, full);
    if (work) closedir(work);
    return found && (size_t)snprintf(path, size, "%s/%s/%s/" TSU_KEPT_RUN, full, name, inside) < size;
}

/* In the new process. */
static void become_viewer(const tsu_gallery *g, const char *run, const char *beside, int out)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execl(g->program, g->program, "view", run, beside[0] ? "--beside" : (char *)NULL, beside, (char *)NULL);
    _exit(127);
}

static bool start_viewer(const tsu_gallery *g, child *c, const char *run, const char *beside, char *address,
                         size_t size)
{
    const char *temporary = getenv("TMPDIR");
    char path[1420];
    snprintf(c->folder, sizeof c->folder, "%.200s/tsubu_view_XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(c->folder)) return false;
    snprintf(path, sizeof path, "%s/.output", c->folder);
    const int out = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    c->pid = out < 0 ? -1 : fork();
    if (c->pid == 0) become_viewer(g, run, beside, out);
    const bool ok = c->pid > 0 && tsu_gallery_wait_for_address(c, out, address, size);
    if (out >= 0) close(out);
    if (!ok) tsu_gallery_end(c);
    return ok;
}

tsu_answer tsu_gallery_open(tsu_gallery *g, const tsu_control *control)
{
    char run[PATH_MAX], beside[PATH_MAX] = "", address[200];
    if (!path_of(g, control->name, run, sizeof run)) return tsu_answer_refuse(404);
    if (control->beside[0] && !path_of(g, control->beside, beside, sizeof beside))
        return tsu_answer_refuse(404);
    pthread_mutex_lock(&g->lock);
    const bool ok = start_viewer(g, tsu_gallery_next(g), run, beside, address, sizeof address);
    pthread_mutex_unlock(&g->lock);
    return ok ? tsu_gallery_tell_address(address, NULL) : tsu_answer_refuse(500);
}
