/* SPDX-License-Identifier: Apache-2.0 */
#include "gallery.h"
#include "view/json.h"
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXAMPLES_MAX = 256, CHILDREN_MAX = 4, START_SECONDS = 10, PICTURE_BYTES = 1 << 20 };

typedef struct example {
    char name[64], title[200], deck[64];
    bool picture; /* there is one to show */
} example;

typedef struct child {
    pid_t pid; /* 0: none */
    char folder[300];
} child;

struct tsu_gallery {
    char folder[1024], program[1024];
    int examples;
    example example[EXAMPLES_MAX];
    pthread_mutex_t lock; /* of what follows */
    int next;
    child child[CHILDREN_MAX];
};

/* ---- the list ------------------------------------------------------------------------------------------------------------ */

/* The first line of a file that says something, without the marks of a heading or comment. */
static void read_title(const char *folder, const char *file_name, example *e)
{
    char path[1400], line[200] = "";
    snprintf(path, sizeof path, "%s/%s/%s", folder, e->name, file_name);
    FILE *file = fopen(path, "r");
    while (file && !e->title[0] && fgets(line, sizeof line, file)) {
        const char *text = line + strspn(line, "# \t");
        const size_t length = strcspn(text, "\r\n");
        if (strncmp(text, "<!--", 4) == 0 || strncmp(text, "SPDX", 4) == 0) continue;
        snprintf(e->title, sizeof e->title, "%.*s", (int)length, text);
    }
    if (file) fclose(file);
}

/* A deck: in.NAME, but not the configuration of a slider. */
static bool find_deck(const char *folder, example *e)
{
    char path[1400];
    snprintf(path, sizeof path, "%s/%s", folder, e->name);
    DIR *directory = opendir(path);
    e->deck[0] = '\0';
    for (const struct dirent *d = directory ? readdir(directory) : NULL; d; d = readdir(directory)) {
        if (strncmp(d->d_name, "in.", 3) != 0 || strcmp(d->d_name, "in.slider") == 0) continue;
        if (strlen(d->d_name) >= sizeof e->deck || (e->deck[0] && strcmp(e->deck, d->d_name) < 0)) continue;
        snprintf(e->deck, sizeof e->deck, "%.63s", d->d_name);
    }
    if (directory) closedir(directory);
    return e->deck[0] != '\0';
}

/* picture.png of an example: a file of its own, of a bounded size, that begins as a PNG does. Empty where there is none. */
static tsu_bytes read_picture(const char *folder, const example *e)
{
    static const char begin[8] = {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    char path[1400];
    struct stat about;
    tsu_bytes bytes = {0};
    snprintf(path, sizeof path, "%s/%s/picture.png", folder, e->name);
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

static void list_examples(tsu_gallery *g)
{
    DIR *directory = opendir(g->folder);
    for (const struct dirent *d = directory ? readdir(directory) : NULL; d && g->examples < EXAMPLES_MAX;
         d = readdir(directory)) {
        example e = {0};
        if (d->d_name[0] == '.' || strlen(d->d_name) >= sizeof e.name) continue;
        snprintf(e.name, sizeof e.name, "%.63s", d->d_name);
        if (!find_deck(g->folder, &e)) continue;
        read_title(g->folder, "README.md", &e);
        read_title(g->folder, e.deck, &e);
        if (!e.title[0]) snprintf(e.title, sizeof e.title, "%s", e.name);
        const tsu_bytes picture = read_picture(g->folder, &e);
        e.picture = picture.data != NULL;
        free(picture.data);
        g->example[g->examples++] = e;
    }
    if (directory) closedir(directory);
    qsort(g->example, (size_t)g->examples, sizeof *g->example, by_name);
}

/* Beside the program as it is installed, or in the tree it was built from. */
static void find_folder(tsu_gallery *g)
{
    static const char *const places[] = {"../share/tsubu/examples", "../examples", "../../examples"};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct stat about;
        char *slash = strrchr(g->program, '/');
        snprintf(g->folder, sizeof g->folder, "%.*s/%s", slash ? (int)(slash - g->program) : 0, g->program,
                 places[k]);
        if (stat(g->folder, &about) == 0 && S_ISDIR(about.st_mode)) return;
    }
    g->folder[0] = '\0';
}

tsu_status tsu_gallery_create(tsu_gallery **out, const char *folder, tsu_error *err)
{
    *out = NULL;
    tsu_gallery *g = calloc(1, sizeof *g);
    if (!g) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the gallery");
    const ssize_t length = readlink("/proc/self/exe", g->program, sizeof g->program - 1);
    if (length > 0 && folder && strlen(folder) < sizeof g->folder)
        snprintf(g->folder, sizeof g->folder, "%s", folder);
    if (length > 0 && !folder) find_folder(g);
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

static void end_child(child *c)
{
    if (c->pid > 0) {
        kill(c->pid, SIGKILL); /* what it writes is thrown away */
        waitpid(c->pid, NULL, 0);
        nftw(c->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
    *c = (child){0};
}

void tsu_gallery_destroy(tsu_gallery *g)
{
    if (!g) return;
    for (int k = 0; k < CHILDREN_MAX; k++) {
        end_child(&g->child[k]);
    }
    pthread_mutex_destroy(&g->lock);
    free(g);
}

/* In the new process: a copy of the example, so that its output stays out of the tree. */
static void become_run(const tsu_gallery *g, const example *e, const char *folder, int out)
{
    char source[1200];
    snprintf(source, sizeof source, "%s/%s/.", g->folder, e->name);
    const pid_t copier = fork();
    if (copier == 0) {
        execlp("cp", "cp", "-R", source, folder, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (copier < 0 || waitpid(copier, &status, 0) != copier || status != 0 || chdir(folder) != 0) _exit(127);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execl(g->program, g->program, e->deck, "--view-keep", "-screen", "none", "-log", "log.tsubu",
          (char *)NULL);
    _exit(127);
}

/* The address that a run prints as its first line; false if it does not. */
static bool read_address(int in, char *address, size_t size)
{
    size_t used = 0;
    char line[512];
    struct pollfd ready = {.fd = in, .events = POLLIN};
    while (used < sizeof line - 1 && poll(&ready, 1, 1000 * START_SECONDS) > 0) {
        const ssize_t got = read(in, line + used, sizeof line - 1 - used);
        if (got <= 0) return false;
        used += (size_t)got;
        line[used] = '\0';
        const char *begin = strstr(line, "http://");
        if (!begin || !strchr(begin, '\n')) continue;
        snprintf(address, size, "%.*s", (int)strcspn(begin, " \r\n"), begin);
        return true;
    }
    return false;
}

static bool start_child(tsu_gallery *g, const example *e, child *c, char *address, size_t size)
{
    const char *temporary = getenv("TMPDIR");
    int line[2];
    snprintf(c->folder, sizeof c->folder, "%.200s/tsubu_view_XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(c->folder)) return false;
    if (pipe2(line, O_CLOEXEC) != 0) {
        rmdir(c->folder);
        return false;
    }
    c->pid = fork();
    if (c->pid == 0) become_run(g, e, c->folder, line[1]);
    close(line[1]);
    const bool ok = c->pid > 0 && read_address(line[0], address, size);
    close(line[0]);
    if (!ok) end_child(c);
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
static const example *find_example(const tsu_gallery *g, const char *name)
{
    for (int k = 0; k < g->examples; k++) {
        if (strcmp(g->example[k].name, name) == 0) return &g->example[k];
    }
    return NULL;
}

static tsu_answer answer_picture(void *context, const tsu_request *request)
{
    const tsu_gallery *g = context;
    const example *e = find_example(g, request->name);
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
        tsu_json_key_string(&j, "deck", g->example[k].deck);
        tsu_json_key_bool(&j, "picture", g->example[k].picture);
        tsu_json_close(&j, '}');
    }
    tsu_json_close(&j, ']');
    return tsu_answer_json(&j);
}

/* The oldest run gives way when there are too many. */
static tsu_answer answer_control(void *context, const tsu_control *control)
{
    tsu_gallery *g = context;
    const example *e = find_example(g, control->name);
    char address[200];
    if (control->word != TSU_CONTROL_START || !e) return tsu_answer_refuse(400);
    pthread_mutex_lock(&g->lock);
    child *c = &g->child[g->next];
    g->next = (g->next + 1) % CHILDREN_MAX;
    end_child(c);
    const bool ok = start_child(g, e, c, address, sizeof address);
    pthread_mutex_unlock(&g->lock);
    if (!ok) return tsu_answer_refuse(500);
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_bool(&j, "ok", true);
    tsu_json_key_string(&j, "url", address);
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}

tsu_view_source tsu_gallery_source(tsu_gallery *gallery)
{
    return (tsu_view_source){.context = gallery,
                             .info = answer_info,
                             .files = answer_files,
                             .picture = answer_picture,
                             .control = answer_control};
}
