/* SPDX-License-Identifier: Apache-2.0 */
/* gallery_work.c - decks that are edited on the page: read, checked, run. A deck that came through the browser runs in a process that can
 * write nothing outside of its own folder, and read nothing but that, the examples and its libraries (confine.h). */
#include "base/clock.h"
#include "gallery/confine.h"
#include "gallery/gallery_state.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ABOUT_BYTES = 8 << 10, OUTPUT_BYTES = 64 << 10, CHECK_SECONDS = 20 };

/* The text of a plain file of bounded size; owned, NULL where there is none. */
static char *read_text(const char *path, size_t most)
{
    struct stat about;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    char *text = NULL;
    if (file < 0) return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size >= 0 &&
        (size_t)about.st_size <= most)
        text = calloc(1, (size_t)about.st_size + 1);
    if (text && read(file, text, (size_t)about.st_size) != about.st_size) {
        free(text);
        text = NULL;
    }
    close(file);
    return text;
}

tsu_answer tsu_gallery_deck(void *context, const tsu_request *request)
{
    const tsu_gallery *g = context;
    const example *e = tsu_gallery_find(g, request->name);
    char path[1400];
    tsu_json j = {0};
    if (!e) return tsu_answer_refuse(404);
    snprintf(path, sizeof path, "%s/%s/%s", g->folder, e->folder, e->deck);
    char *deck = read_text(path, TSU_REQUEST_DECK);
    snprintf(path, sizeof path, "%s/%s/README.md", g->folder, e->folder);
    char *about = read_text(path, ABOUT_BYTES);
    snprintf(path, sizeof path, "%s/%s/README.ja.md", g->folder, e->folder);
    char *japanese = read_text(path, ABOUT_BYTES);
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "name", e->name);
    tsu_json_key_string(&j, "deck", e->deck);
    tsu_json_key_string(&j, "text", deck ? deck : "");
    tsu_json_key_string(&j, "about", about ? about : "");
    if (japanese) tsu_json_key_string(&j, "about_ja", japanese);
    tsu_json_key_bool(&j, "editable", deck && tsu_confine_possible());
    tsu_json_key_string(&j, "work", g->work);
    tsu_json_close(&j, '}');
    free(about);
    free(japanese);
    const bool found = deck != NULL;
    free(deck);
    if (found) return tsu_answer_json(&j);
    tsu_json_free(&j);
    return tsu_answer_refuse(404);
}

static tsu_answer refuse(const char *sentence)
{
    tsu_answer a = tsu_answer_refuse(400);
    free(a.body.data);
    a.body.data = (uint8_t *)strdup(sentence);
    a.body.size = a.body.data ? strlen(sentence) : 0;
    return a;
}

/* ---- folders -------------------------------------------------------------------------------------------------------------------- */

static bool copy_folder(const char *from, const char *to)
{
    int status = 1;
    const pid_t copier = fork();
    if (copier == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execlp("cp", "cp", "-R", from, to, (char *)NULL);
        _exit(127);
    }
    return copier > 0 && waitpid(copier, &status, 0) == copier && status == 0;
}

/* In an empty folder: a copy of the example with this deck in place of its own, and links to its neighbours. */
static bool furnish(const tsu_gallery *g, const example *e, const char *root, const char *deck, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", g->folder, e->folder);
    if (!copy_folder(path, root)) return false;
    tsu_gallery_link_others(g, e, root);
    snprintf(path, sizeof path, "%s/%s/%s", root, e->folder, e->deck);
    if (unlink(path) != 0) return false;
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file < 0) return false;
    const bool written = write(file, deck, size) == (ssize_t)size;
    return close(file) == 0 && written;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static int open_output(const char *root)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/.output", root);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
}

/* In a process of its own, shut in; `words` begin with the name of the program; NULL: it speaks as this one does. */
static pid_t start_shut_in(const tsu_gallery *g, const example *e, const char *root, int out,
                           const char *locale, const char *const *words)
{
    char place[PATH_MAX], examples[PATH_MAX];
    if (!realpath(g->folder, examples)) return -1;
    snprintf(place, sizeof place, "%s/%s", root, e->folder);
    const pid_t pid = fork();
    if (pid != 0) return pid;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (locale) {
        setenv("LC_ALL", locale, 1);
        unsetenv("LANGUAGE");
    }
    if (chdir(place) == 0 && tsu_confine(root, examples, g->program)) execv(g->program, (char *const *)words);
    _exit(127);
}

/* ---- checking ------------------------------------------------------------------------------------------------------------------- */

/* Waits for the end of a process, no longer than allowed; true if it ended by itself. */
static bool wait_or_kill(pid_t pid, double seconds)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    const double until = tsu_clock_seconds() + seconds;
    while (waitpid(pid, NULL, WNOHANG) == 0) {
        if (tsu_clock_seconds() > until) {
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
            return false;
        }
        nanosleep(&moment, NULL);
    }
    return true;
}

/* What `tsubu check -json` has printed goes on as it is, if it is JSON and nothing else. */
static tsu_answer tell_check(const char *output, size_t size, const char *deck, bool whole)
{
    enum { VALUES = 1 << 14 };
    tsu_json_value *value = malloc(VALUES * sizeof *value);
    tsu_json j = {0};
    while (size > 0 && output[size - 1] == '\n') {
        size--;
    }
    const bool told =
        whole && value && tsu_json_read(output, size, value, VALUES) > 0 && value[0].kind == TSU_JSON_OBJECT;
    tsu_json_open(&j, '{');
    tsu_json_key_bool(&j, "whole", whole);
    tsu_json_key_string(&j, "deck", deck);
    if (told) {
        tsu_json_key(&j, "check");
        tsu_json_raw(&j, output, size);
    }
    tsu_json_close(&j, '}');
    free(value);
    return tsu_answer_json(&j);
}

tsu_answer tsu_gallery_check(void *context, const tsu_request *request, const char *deck, size_t size)
{
    const tsu_gallery *g = context;
    const example *e = tsu_gallery_find(g, request->name);
    const char *temporary = getenv("TMPDIR");
    char root[400], *output = NULL;
    if (!e) return tsu_answer_refuse(404);
    if (!tsu_confine_possible())
        return refuse("decks are edited where the kernel has Landlock (Linux 5.13 or later)\n");
    snprintf(root, sizeof root, "%.200s/tsubu_check_XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(root)) return tsu_answer_refuse(500);
    const bool ready = furnish(g, e, root, deck, size);
    const int out = ready ? open_output(root) : -1;
    const char *const words[] = {g->program, "check", "-json", e->deck, NULL};
    const pid_t pid =
        out < 0 ? -1 : start_shut_in(g, e, root, out, request->japanese ? "ja_JP.UTF-8" : "C", words);
    const bool whole = pid > 0 && wait_or_kill(pid, CHECK_SECONDS);
    if (pid > 0) output = calloc(1, OUTPUT_BYTES + 1);
    const ssize_t got = output ? pread(out, output, OUTPUT_BYTES, 0) : -1;
    if (out >= 0) close(out);
    nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    const tsu_answer a = got >= 0 ? tell_check(output, (size_t)got, e->deck, whole) : tsu_answer_refuse(500);
    free(output);
    return a;
}

/* ---- running -------------------------------------------------------------------------------------------------------------------- */

/* A new folder of this name in the folder of work, which is made if it is not there; 0, or why not (errno). */
static int make_root(const tsu_gallery *g, const char *keep, char *root, size_t size)
{
    char full[PATH_MAX];
    if (mkdir(g->work, 0755) != 0 && errno != EEXIST) return errno;
    const int work = open(g->work, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
    if (work < 0) return errno;
    const int made = mkdirat(work, keep, 0755), why = errno;
    close(work);
    if (made != 0) return why;
    if (!realpath(g->work, full) || strlen(full) + strlen(keep) + 2 > size) return ENAMETOOLONG;
    snprintf(root, size, "%.1300s/%.60s", full, keep);
    return 0;
}

static bool start(tsu_gallery *g, const example *e, child *c, const char *deck, size_t size, char *address,
                  size_t room)
{
    const char *const words[] = {g->program, e->deck,     "--view-keep", "-screen",    "none",
                                 "-log",     "log.tsubu", "--record",    TSU_KEPT_RUN, NULL};
    const int out = furnish(g, e, c->folder, deck, size) ? open_output(c->folder) : -1;
    c->pid = out < 0 ? -1 : start_shut_in(g, e, c->folder, out, NULL, words);
    const bool ok = c->pid > 0 && tsu_gallery_wait_for_address(c, out, address, room);
    if (out >= 0) close(out);
    return ok;
}

tsu_answer tsu_gallery_run(void *context, const tsu_request *request, const char *deck, size_t size)
{
    tsu_gallery *g = context;
    const example *e = tsu_gallery_find(g, request->name);
    char address[200], sentence[300];
    if (!e) return tsu_answer_refuse(404);
    if (!request->keep[0]) return tsu_answer_refuse(400);
    if (!tsu_confine_possible())
        return refuse("decks are edited where the kernel has Landlock (Linux 5.13 or later)\n");
    pthread_mutex_lock(&g->lock);
    child *c = tsu_gallery_next(g), made = {.kept = true};
    const int why = make_root(g, request->keep, made.folder, sizeof made.folder);
    if (why == 0) *c = made;
    const bool ok = why == 0 && start(g, e, c, deck, size, address, sizeof address);
    if (why == 0 && !ok) {
        c->kept = false; /* nothing was run there */
        tsu_gallery_end(c);
    }
    pthread_mutex_unlock(&g->lock);
    snprintf(sentence, sizeof sentence, "the folder %.60s cannot be created: %s; choose another name\n",
             request->keep, strerror(why));
    if (why != 0) return refuse(sentence);
    return ok ? tsu_gallery_tell_address(address, made.folder) : tsu_answer_refuse(500);
}
