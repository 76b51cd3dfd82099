/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/film.h"
#include "base/system.h"
#include "picture/gif.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tsu_film {
    char path[1024], part[1040]; /* part: what ffmpeg writes */
    int width, height;
    tsu_gif *gif;
    tsu_pipe encoder;
    uint8_t *rgb; /* of a picture */
};

static bool ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), more = strlen(end);
    return length > more && strcmp(path + length - more, end) == 0;
}

bool tsu_film_is(const char *path)
{
    return ends_in(path, ".gif") || ends_in(path, ".webm") || ends_in(path, ".mp4");
}

/* Pictures go to ffmpeg as bytes; the file gets its name when it is whole. */
static tsu_status start_encoder(tsu_film *f, double rate, tsu_error *err)
{
    const bool webm = ends_in(f->path, ".webm");
    char size[40], every[40];
    snprintf(size, sizeof size, "%dx%d", f->width, f->height);
    snprintf(every, sizeof every, "%.6g", rate);
    snprintf(f->part, sizeof f->part, "%s.part", f->path);
    const char *const words[] = {"ffmpeg",   "-loglevel",
                                 "error",    "-y",
                                 "-f",       "rawvideo",
                                 "-pix_fmt", "rgb24",
                                 "-s",       size,
                                 "-r",       every,
                                 "-i",       "-",
                                 "-vf",      "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                 "-c:v",     webm ? "libvpx-vp9" : "libx264",
                                 "-crf",     webm ? "34" : "23",
                                 "-b:v",     "0",
                                 "-pix_fmt", "yuv420p",
                                 "-f",       webm ? "webm" : "mp4",
                                 f->part,    NULL};
    if (tsu_system_pipe_open(&f->encoder, words)) return TSU_OK;
    if (errno == ENOENT)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "the film %s needs ffmpeg, which is not installed (Debian: ffmpeg); a film that "
                             "ends in .gif needs nothing",
                             f->path);
    return tsu_error_set(err, TSU_ERROR_IO, "ffmpeg, which %s needs, cannot be started: %s", f->path,
                         strerror(errno));
}

tsu_status tsu_film_create(tsu_film **out, const char *path, int width, int height, double rate,
                           tsu_error *err)
{
    tsu_film *f = calloc(1, sizeof *f);
    *out = NULL;
    if (f) f->rgb = malloc((size_t)width * (size_t)height * 3);
    if (!f || !f->rgb) {
        free(f);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film of %d x %d", width, height);
    }
    f->width = width;
    f->height = height;
    const int hundredths = (int)(100.0 / rate + 0.5);
    tsu_status status = TSU_OK;
    if (strlen(path) >= sizeof f->path)
        status = tsu_error_set(err, TSU_ERROR_INPUT, "the name of a film is too long: %.80s...", path);
    else
        memcpy(f->path, path, strlen(path) + 1);
    if (status == TSU_OK)
        status = ends_in(path, ".gif")
                     ? tsu_gif_create(&f->gif, width, height, hundredths > 2 ? hundredths : 2, err)
                     : start_encoder(f, rate, err);
    if (status == TSU_OK)
        *out = f;
    else
        tsu_film_abandon(f);
    return status;
}

tsu_status tsu_film_add(tsu_film *f, const tsu_canvas *picture, tsu_error *err)
{
    const size_t pixels = (size_t)f->width * (size_t)f->height;
    for (size_t k = 0; k < pixels; k++) {
        const tsu_color c = picture->pixel[k];
        f->rgb[3 * k] = (uint8_t)tsu_color_byte(c.r);
        f->rgb[3 * k + 1] = (uint8_t)tsu_color_byte(c.g);
        f->rgb[3 * k + 2] = (uint8_t)tsu_color_byte(c.b);
    }
    if (f->gif) return tsu_gif_add(f->gif, f->rgb, err);
    if (fwrite(f->rgb, 3, pixels, f->encoder.stream) == pixels) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "ffmpeg ended before the film %s was complete", f->path);
}

tsu_status tsu_film_finish(tsu_film *f, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (f->gif) {
        status = tsu_gif_write(f->gif, f->path, err);
    } else {
        const int code = tsu_system_pipe_close(&f->encoder);
        if (code != 0)
            status = tsu_error_set(err, TSU_ERROR_IO, "ffmpeg could not write the film %s (exit code %d)",
                                   f->path, code);
        else if (!tsu_system_replace(f->part, f->path))
            status = tsu_error_set(err, TSU_ERROR_IO, "the film %s cannot be written: %s", f->path,
                                   strerror(errno));
        else
            f->part[0] = '\0';
    }
    tsu_film_abandon(f);
    return status;
}

void tsu_film_abandon(tsu_film *f)
{
    if (!f) return;
    tsu_gif_destroy(f->gif);
    if (f->encoder.stream) tsu_system_pipe_close(&f->encoder);
    if (f->part[0]) remove(f->part);
    free(f->rgb);
    free(f);
}
