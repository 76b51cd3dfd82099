/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"
#include "examples.h"
#include "gallery/gallery_state.h"
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the list ------------------------------------------------------------------------------------------------------------ */

/* The first line of a file that says something, without the marks of a heading or comment. */
static void read_title(const char *folder, const char *file_name, example *e)
{
    char path[1400], line[200] = "";
    snprintf(path, sizeof path, "%s/%s/%s", folder, e->folder, file_name);
    FILE *file = fopen(path, "r");
    while (file && !e->title[0] && fgets(line, sizeof line, file)) {
        const char *text = line + strspn(line, "# \t");
        const size_t length = strcspn(text, "\r\n");
        if (strncmp(text, "<!--", 4) == 0 || strncmp(text, "SPDX", 4) == 0) continue;
        snprintf(e->title, sizeof e->title, "%.*s", (int)length, text);
    }
    if (file) fclose(file);
}

/* titles.ja.txt has a line for each example: its name, a space, its title in Japanese. */
static void read_japanese(const char *folder, example *e)
{
    char path[1400], line[400];
    const size_t length = strlen(e->name);
    snprintf(path, sizeof path, "%s/titles.ja.txt", folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, e->name, length) != 0 || line[length] != ' ') continue;
        line[strcspn(line, "\r\n")] = '\0';
        const char *title = line + length + 1;
        if (strlen(title) < sizeof e->japanese) memcpy(e->japanese, title, strlen(title) + 1);
        break;
    }
    if (file) fclose(file);
}

/* The line of a deck may be a whole sentence: a title has as many of its clauses as are short enough. */
static void shorten_title(example *e)
{
    size_t best = 0;
    for (size_t k = 0; e->title[k]; k++) {
        const char next = e->title[k + 1];
        const bool ends = strchr(".:;,", e->title[k]) != NULL && (next == ' ' || next == '\0');
        if (ends && (k <= TITLE_LONG || best == 0)) best = k;
    }
    if (best > 0) e->title[best] = '\0';
}

/* Whether a deck needs a file of another run, which a copy of its folder has not got. */
static bool goes_on_from_another(const char *folder, const char *deck)
{
    char path[1700], line[400], file_name[200];
    struct stat about;
    bool needs = false;
    snprintf(path, sizeof path, "%.1400s/%s", folder, deck);
    FILE *file = fopen(path, "r");
    while (file && !needs && fgets(line, sizeof line, file)) {
        if (sscanf(line, " read_restart %199s", file_name) != 1) continue;
        snprintf(path, sizeof path, "%.1400s/%s", folder, file_name);
        needs = stat(path, &about) != 0;
    }
    if (file) fclose(file);
    return needs;
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The decks of a folder, in order: in.NAME, but not the configuration of a slider. How many. */
static int find_decks(const char *path, char deck[DECKS_MAX][64])
{
    DIR *directory = opendir(path);
    int n = 0;
    for (const struct dirent *d = directory ? readdir(directory) : NULL; d && n < DECKS_MAX;
         d = readdir(directory)) {
        if (strncmp(d->d_name, "in.", 3) != 0 || strcmp(d->d_name, "in.slider") == 0) continue;
        if (strlen(d->d_name) >= sizeof deck[0] || goes_on_from_another(path, d->d_name)) continue;
        snprintf(deck[n++], sizeof deck[0], "%.63s", d->d_name);
    }
    if (directory) closedir(directory);
    qsort(deck, (size_t)n, sizeof deck[0], by_letters);
    return n;
}

/* The picture of an example: a file of its own, of a bounded size, that begins as a PNG does. Empty where there is none. */
static tsu_bytes read_picture(const char *folder, const example *e)
{
    static const char begin[8] = {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    char path[1400];
    struct stat about;
    tsu_bytes bytes = {0};
    snprintf(path, sizeof path, "%s/%s/%s", folder, e->folder, e->file);
    const int file =
        open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); /* a pipe must not hold us up */
    if (file < 0) return bytes;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > (off_t)sizeof begin &&
        about.st_size <= PICTURE_BYTES)
        bytes = (tsu_bytes){malloc((size_t)about.st_size), (size_t)about.st_size};
    if (bytes.data && (read(file, bytes.data, bytes.size) != (ssize_t)bytes.size ||
                       memcmp(bytes.data, begin, sizeof begin) != 0)) {
        free(bytes.data);
        bytes.data = NULL;
    }
    close(file);
    return bytes;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const example *)a)->name, ((const example *)b)->name);
}

/* Of a folder with one deck the folder is the example; of one with several, each deck. */
static void add_example(tsu_gallery *g, const char *folder, const char *deck, bool alone)
{
    example e = {0};
    snprintf(e.folder, sizeof e.folder, "%.63s", folder);
    snprintf(e.deck, sizeof e.deck, "%.63s", deck);
    if (alone)
        snprintf(e.name, sizeof e.name, "%.63s", folder);
    else
        snprintf(e.name, sizeof e.name, "%.39s_%.39s", folder, deck + 3);
    snprintf(e.file, sizeof e.file, "%.60s.png", alone ? "picture" : deck + 3);
    if (alone) read_title(g->folder, "README.md", &e);
    if (!e.title[0]) {
        read_title(g->folder, e.deck, &e);
        shorten_title(&e);
    }
    if (!e.title[0]) snprintf(e.title, sizeof e.title, "%s", e.name);
    read_japanese(g->folder, &e);
    const tsu_bytes picture = read_picture(g->folder, &e);
    e.picture = picture.data != NULL;
    free(picture.data);
    g->example[g->examples++] = e;
}

static void list_examples(tsu_gallery *g)
{
    DIR *directory = opendir(g->folder);
    for (const struct dirent *d = directory ? readdir(directory) : NULL; d; d = readdir(directory)) {
        char path[1400], deck[DECKS_MAX][64];
        if (d->d_name[0] == '.' || strlen(d->d_name) >= sizeof g->example[0].folder) continue;
        snprintf(path, sizeof path, "%s/%s", g->folder, d->d_name);
        const int decks = find_decks(path, deck);
        for (int k = 0; k < decks && g->examples < EXAMPLES_MAX; k++) {
            add_example(g, d->d_name, deck[k], decks == 1);
        }
    }
    if (directory) closedir(directory);
    qsort(g->example, (size_t)g->examples, sizeof *g->example, by_name);
}

tsu_status tsu_gallery_create(tsu_gallery **out, const char *folder, const char *work, tsu_error *err)
{
    *out = NULL;
    tsu_gallery *g = calloc(1, sizeof *g);
    if (!g) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the gallery");
    const ssize_t length = readlink("/proc/self/exe", g->program, sizeof g->program - 1);
    if (length > 0 && folder && strlen(folder) < sizeof g->folder)
        snprintf(g->folder, sizeof g->folder, "%s", folder);
    if (length > 0 && !folder && !tsu_find_examples(g->folder, sizeof g->folder)) g->folder[0] = '\0';
    snprintf(g->work, sizeof g->work, "%s", work);
    if (g->folder[0]) list_examples(g);
    if (g->examples > 0) {
        pthread_mutex_init(&g->lock, NULL);
        *out = g;
        return TSU_OK;
    }
    free(g);
    return tsu_error_set(err, TSU_ERROR_IO,
                         "no examples were found%s%s; name their folder: `tsubu view --examples FOLDER`",
                         folder ? " in " : "", folder ? folder : "");
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void tsu_gallery_end(child *c)
{
    if (c->pid > 0) {
        kill(c->pid, SIGKILL); /* what it writes is thrown away */
        waitpid(c->pid, NULL, 0);
    }
    if (c->folder[0] && !c->kept) nftw(c->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    *c = (child){0};
}

void tsu_gallery_destroy(tsu_gallery *g)
{
    if (!g) return;
    for (int k = 0; k < CHILDREN_MAX; k++) {
        tsu_gallery_end(&g->child[k]);
    }
    pthread_mutex_destroy(&g->lock);
    free(g);
}

/* Examples may use meshes of others (../OTHER/file): beside the copy stand links to the other folders. */
void tsu_gallery_link_others(const tsu_gallery *g, const example *e, const char *folder)
{
    char *root = realpath(g->folder, NULL), target[PATH_MAX + 300], place[PATH_MAX];
    DIR *directory = root ? opendir(root) : NULL;
    for (const struct dirent *d = directory ? readdir(directory) : NULL; d; d = readdir(directory)) {
        if (d->d_name[0] == '.' || strcmp(d->d_name, e->folder) == 0) continue;
        snprintf(target, sizeof target, "%s/%s", root, d->d_name);
        snprintf(place, sizeof place, "%s/%s", folder, d->d_name);
        if (symlink(target, place) != 0) break; /* who needs it says that it is not there */
    }
    if (directory) closedir(directory);
    free(root);
}

/* In the new process: a copy of the example, so that its output stays out of the tree. */
static void become_run(const tsu_gallery *g, const example *e, const char *folder, int out)
{
    char source[1200], place[PATH_MAX];
    snprintf(source, sizeof source, "%s/%s", g->folder, e->folder);
    snprintf(place, sizeof place, "%s/%s", folder, e->folder);
    const pid_t copier = fork();
    if (copier == 0) {
        execlp("cp", "cp", "-R", source, folder, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (copier < 0 || waitpid(copier, &status, 0) != copier || status != 0 || chdir(place) != 0) _exit(127);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execl(g->program, g->program, e->deck, "--view-keep", "-screen", "none", "-log", "log.tsubu",
          (char *)NULL);
    _exit(127);
}

/* The address that a run prints as its first line; false if there is none yet. */
static bool find_address(int out, char *address, size_t size)
{
    char line[512];
    const ssize_t got = pread(out, line, sizeof line - 1, 0);
    line[got > 0 ? got : 0] = '\0';
    const char *begin = strstr(line, "http://");
    if (!begin || !strchr(begin, '\n')) return false;
    snprintf(address, size, "%.*s", (int)strcspn(begin, " \r\n"), begin);
    return true;
}

/* Waits for the address; false if the run ends without one, or takes too long. */
bool tsu_gallery_wait_for_address(const child *c, int out, char *address, size_t size)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    const double until = tsu_clock_seconds() + START_SECONDS;
    while (!find_address(out, address, size)) {
        siginfo_t about = {0};
        const bool over =
            waitid(P_PID, (id_t)c->pid, &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid != 0;
        if (over || tsu_clock_seconds() > until) return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

/* What the run prints goes to a file: a pipe would break when nobody reads it any more, and end the run, or fill. */
static bool start_child(tsu_gallery *g, const example *e, child *c, char *address, size_t size)
{
    const char *temporary = getenv("TMPDIR");
    char path[PATH_MAX];
    snprintf(c->folder, sizeof c->folder, "%.200s/tsubu_view_XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(c->folder)) return false;
    tsu_gallery_link_others(g, e, c->folder);
    snprintf(path, sizeof path, "%s/.output", c->folder);
    const int out = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    c->pid = out < 0 ? -1 : fork();
    if (c->pid == 0) become_run(g, e, c->folder, out);
    const bool ok = c->pid > 0 && tsu_gallery_wait_for_address(c, out, address, size);
    if (out >= 0) close(out);
    if (!ok) tsu_gallery_end(c);
    return ok;
}

/* ---- answers ------------------------------------------------------------------------------------------------------------------ */

static tsu_answer answer_info(void *context, const tsu_request *request)
{
    (void)context;
    (void)request;
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "version", tsu_version());
    tsu_json_key_integer(&j, "protocol", 1);
    tsu_json_key_string(&j, "title", "tsubu");
    tsu_json_key_string(&j, "mode", "gallery");
    tsu_json_key_string(&j, "status", "waiting");
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}

/* Only what has been listed is found, so that no name leads elsewhere. */
const example *tsu_gallery_find(const tsu_gallery *g, const char *name)
{
    for (int k = 0; k < g->examples; k++) {
        if (strcmp(g->example[k].name, name) == 0) return &g->example[k];
    }
    return NULL;
}

static tsu_answer answer_picture(void *context, const tsu_request *request)
{
    const tsu_gallery *g = context;
    const example *e = tsu_gallery_find(g, request->name);
    const tsu_bytes bytes = e && e->picture ? read_picture(g->folder, e) : (tsu_bytes){0};
    return bytes.data ? tsu_answer_bytes(bytes, "image/png") : tsu_answer_refuse(404);
}

static tsu_answer answer_files(void *context, const tsu_request *request)
{
    (void)request;
    const tsu_gallery *g = context;
    tsu_json j = {0};
    tsu_json_open(&j, '[');
    for (int k = 0; k < g->examples; k++) {
        tsu_json_open(&j, '{');
        tsu_json_key_string(&j, "name", g->example[k].name);
        tsu_json_key_string(&j, "title", g->example[k].title);
        if (g->example[k].japanese[0]) tsu_json_key_string(&j, "title_ja", g->example[k].japanese);
        tsu_json_key_string(&j, "folder", g->example[k].folder);
        tsu_json_key_string(&j, "deck", g->example[k].deck);
        tsu_json_key_bool(&j, "picture", g->example[k].picture);
        tsu_json_close(&j, '}');
    }
    tsu_json_close(&j, ']');
    return tsu_answer_json(&j);
}

child *tsu_gallery_next(tsu_gallery *g)
{
    child *c = &g->child[g->next];
    g->next = (g->next + 1) % CHILDREN_MAX;
    tsu_gallery_end(c);
    return c;
}

tsu_answer tsu_gallery_tell_address(const char *address, const char *folder)
{
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_bool(&j, "ok", true);
    tsu_json_key_string(&j, "url", address);
    if (folder) tsu_json_key_string(&j, "folder", folder);
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}

/* The oldest run gives way when there are too many. */
static tsu_answer answer_control(void *context, const tsu_control *control)
{
    tsu_gallery *g = context;
    if (control->word == TSU_CONTROL_OPEN) return tsu_gallery_open(g, control);
    const example *e = tsu_gallery_find(g, control->name);
    char address[200];
    if (control->word != TSU_CONTROL_START || !e) return tsu_answer_refuse(400);
    pthread_mutex_lock(&g->lock);
    child *c = tsu_gallery_next(g);
    const bool ok = start_child(g, e, c, address, sizeof address);
    pthread_mutex_unlock(&g->lock);
    if (!ok) return tsu_answer_refuse(500);
    return tsu_gallery_tell_address(address, NULL);
}

tsu_view_source tsu_gallery_source(tsu_gallery *gallery)
{
    return (tsu_view_source){.context = gallery,
                             .info = answer_info,
                             .files = answer_files,
                             .picture = answer_picture,
                             .control = answer_control,
                             .deck = tsu_gallery_deck,
                             .check = tsu_gallery_check,
                             .run = tsu_gallery_run,
                             .kept = tsu_gallery_kept};
}
