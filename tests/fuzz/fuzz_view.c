/* SPDX-License-Identifier: Apache-2.0 */
/* What clients of the page send, and frames out of files, fed with anything: the first byte says what the rest is. Built with
 * TSU_FUZZ for libFuzzer; test_view_smoke.c feeds the same function. */
#include "view/frame.h"
#include "view/source.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Method, path, host and origin, one line each; then the body. */
static void feed_request(char *text, size_t size)
{
    static const tsu_gate gate = {.token = "0123456789abcdef0123456789abcdef", .port = 8080};
    char *line[4] = {0};
    size_t at = 0;
    for (int k = 0; k < 4; k++) {
        line[k] = text + at;
        while (at < size && text[at] != '\n') {
            at++;
        }
        text[at] = '\0';
        if (at < size) at++;
    }
    tsu_request request;
    const tsu_request_line asked = {line[0], line[1], line[2], line[3][0] ? line[3] : NULL};
    if (tsu_request_read(&gate, &asked, &request) != 200) return;
    const tsu_view_source nobody = {0};
    const tsu_answer a = tsu_view_answer(&nobody, &request, text + at, size - at);
    free(a.body.data);
}

static void feed_control(const char *text, size_t size)
{
    tsu_control control;
    (void)tsu_control_read(text, size, &control);
}

/* A frame that can be read can be written, whole and thinned. */
static void feed_frame(const uint8_t *data, size_t size)
{
    tsu_frame *frame = tsu_frame_create();
    if (frame && tsu_frame_decode(frame, data, size, NULL) == TSU_OK) {
        for (int64_t most = 0; most < 3; most++) {
            tsu_bytes bytes = {0};
            if (tsu_frame_encode(frame, &(tsu_frame_selection){.fields = -1, .most = most}, &bytes, NULL) ==
                TSU_OK)
                free(bytes.data);
        }
    }
    tsu_frame_destroy(frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    char *copy = malloc(size); /* exactly as long, so that a step beyond is seen */
    if (!copy) return 0;
    memcpy(copy, data + 1, size - 1);
    if (data[0] % 3 == 0) {
        copy[size - 1] = '\0';
        feed_request(copy, size - 1);
        free(copy);
        return 0;
    }
    char *exact = malloc(size > 1 ? size - 1 : 1);
    if (exact) memcpy(exact, copy, size - 1);
    if (exact && data[0] % 3 == 1) feed_control(exact, size - 1);
    if (exact && data[0] % 3 == 2) feed_frame((const uint8_t *)exact, size - 1);
    free(exact);
    free(copy);
    return 0;
}
