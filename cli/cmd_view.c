/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_view.c - `tsubu view FILE ...` shows a recorded run or other files of particles, `tsubu view` a gallery of the examples. */
#include "gallery/gallery.h"
#include "run_view.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void on_signal(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* Serves until somebody presses Ctrl-C. Signals are let in only while it waits, so that none is missed. */
static tsu_status serve(const tsu_view_source *source, const char *what, int port, bool open, tsu_error *err)
{
    tsu_server *server;
    sigset_t these, before;
    sigemptyset(&these);
    sigaddset(&these, SIGINT);
    sigaddset(&these, SIGTERM);
    sigprocmask(SIG_BLOCK, &these, &before); /* also in the threads of the server */
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    const tsu_status status = tsu_server_start(&server, source, port, err);
    if (status != TSU_OK) return status;
    printf("tsubu: %s can be seen at %s (Ctrl-C ends it)\n", what, tsu_server_address(server));
    fflush(stdout);
    if (open) tsu_cli_open_browser(tsu_server_address(server));
    while (!stopped) {
        sigsuspend(&before);
    }
    tsu_server_stop(server);
    return TSU_OK;
}

/* Two files of one name are told apart by the first folder in which their paths differ. */
static void tell_apart(tsu_recording *one, const char *path, tsu_recording *two, const char *other)
{
    const char *a = strrchr(path, '/'), *b = strrchr(other, '/');
    if (strcmp(a ? a + 1 : path, b ? b + 1 : other) != 0) return;
    size_t same = 0, begin = 0;
    for (; path[same] && path[same] == other[same]; same++) {
        if (path[same] == '/') begin = same + 1;
    }
    if (!path[same] && !other[same]) return;
    tsu_recording_rename(one, path + begin, strcspn(path + begin, "/"));
    tsu_recording_rename(two, other + begin, strcspn(other + begin, "/"));
}

static tsu_status view_files(const char *const *path, int paths, const char *other, int port, bool open,
                             tsu_error *err)
{
    tsu_recording *recording, *beside = NULL;
    tsu_status status = tsu_cli_open_recording(&recording, path, paths, err);
    if (status != TSU_OK) return status;
    if (other) status = tsu_cli_open_recording(&beside, &other, 1, err);
    tsu_view_source source = tsu_recording_source(recording), second = {0};
    if (beside) {
        tell_apart(recording, path[0], beside, other);
        second = tsu_recording_source(beside);
        source.beside = &second;
    }
    if (status == TSU_OK) status = serve(&source, path[0], port, open, err);
    tsu_recording_close(recording);
    tsu_recording_close(beside);
    return status;
}

static tsu_status view_gallery(const char *folder, const char *work, int port, bool open, tsu_error *err)
{
    tsu_gallery *gallery;
    tsu_status status = tsu_gallery_create(&gallery, folder, work ? work : "tsubu-runs", err);
    if (status != TSU_OK) return status;
    const tsu_view_source source = tsu_gallery_source(gallery);
    status = serve(&source, "the gallery of examples", port, open, err);
    tsu_gallery_destroy(gallery);
    return status;
}

int tsu_cmd_view(int argc, char **argv)
{
    enum { FILES_MAX = 4096 };
    static const char *run[FILES_MAX];
    const char *port_word = NULL, *open = NULL, *examples = NULL, *work = NULL, *beside = NULL;
    const tsu_option options[] = {
        {"--port", 1, "P", "the port on 127.0.0.1; without it the system chooses", &port_word, NULL, 0},
        {"--open", 0, NULL, "opens the page in the browser", &open, NULL, 0},
        {"--beside", 1, "FILE", "another run beside it: one camera, one clock, one range of colours", &beside,
         NULL, 0},
        {"--examples", 1, "FOLDER", "where the examples of the gallery are", &examples, NULL, 0},
        {"--work", 1, "FOLDER", "where runs of decks edited on the page are kept; without it tsubu-runs",
         &work, NULL, 0},
        {0}};
    tsu_error err = {0};
    bool help;
    int rest, port = 0;
    tsu_status status = tsu_options_read("view", options, argc, argv, run, FILES_MAX, &rest, &help, &err);
    if (help) return 0;
    if (status == TSU_OK && port_word)
        status = tsu_option_integer("--port", port_word, 0, 65535, &port, &err);
    if (status == TSU_OK && rest > 0 && examples)
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "--examples belongs to the gallery, which shows no run (%s)", run[0]);
    if (status == TSU_OK && rest == 0 && beside)
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "--beside %s needs a first run: tsubu view RUN --beside %s", beside, beside);
    if (status == TSU_OK)
        status = rest > 0 ? view_files(run, rest, beside, port, open != NULL, &err)
                          : view_gallery(examples, work, port, open != NULL, &err);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
