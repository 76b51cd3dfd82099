/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_view.c - `tsubu view RUN` shows a recorded run, `tsubu view` a gallery of the examples. */
#include "gallery.h"
#include "run_view.h"
#include "view/record.h"
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

static tsu_status view_recording(const char *path, int port, bool open, tsu_error *err)
{
    tsu_recording *recording;
    tsu_status status = tsu_recording_open(&recording, path, err);
    if (status != TSU_OK) return status;
    const tsu_view_source source = tsu_recording_source(recording);
    status = serve(&source, path, port, open, err);
    tsu_recording_close(recording);
    return status;
}

static tsu_status view_gallery(const char *folder, int port, bool open, tsu_error *err)
{
    tsu_gallery *gallery;
    tsu_status status = tsu_gallery_create(&gallery, folder, err);
    if (status != TSU_OK) return status;
    const tsu_view_source source = tsu_gallery_source(gallery);
    status = serve(&source, "the gallery of examples", port, open, err);
    tsu_gallery_destroy(gallery);
    return status;
}

int tsu_cmd_view(int argc, char **argv)
{
    const char *run = NULL, *port_word = NULL, *open = NULL, *examples = NULL;
    const tsu_option options[] = {
        {"--port", 1, "P", "the port on 127.0.0.1; without it the system chooses", &port_word, NULL, 0},
        {"--open", 0, NULL, "opens the page in the browser", &open, NULL, 0},
        {"--examples", 1, "FOLDER", "where the examples of the gallery are", &examples, NULL, 0},
        {0}};
    tsu_error err = {0};
    bool help;
    int rest, port = 0;
    tsu_status status = tsu_options_read("view", options, argc, argv, &run, 1, &rest, &help, &err);
    if (help) return 0;
    if (status == TSU_OK && port_word)
        status = tsu_option_integer("--port", port_word, 0, 65535, &port, &err);
    if (status == TSU_OK && rest > 0 && examples)
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "--examples belongs to the gallery, which shows no run (%s)", run);
    if (status == TSU_OK)
        status = rest > 0 ? view_recording(run, port, open != NULL, &err)
                          : view_gallery(examples, port, open != NULL, &err);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
