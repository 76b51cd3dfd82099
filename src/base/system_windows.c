/* SPDX-License-Identifier: Apache-2.0 */
#include "base/system.h"
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define _CRT_RAND_S /* declares rand_s */
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <process.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

#include <shellapi.h>

void tsu_system_start(void)
{
    _fmode = _O_BINARY;
    enum { STANDARD_OUTPUT = 1 };
    _setmode(STANDARD_OUTPUT, _O_BINARY);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void *tsu_system_allocate(size_t alignment, size_t bytes)
{
    return _aligned_malloc(bytes, alignment);
}

void tsu_system_free(void *block)
{
    _aligned_free(block);
}

double tsu_system_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (double)status.ullTotalPhys : 0.0;
}

int tsu_system_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (int)info.dwNumberOfProcessors : 1;
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

int tsu_system_open(const char *path, int how)
{
    return _open(path, how | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

int tsu_system_create(const char *path)
{
    return tsu_system_open(path, _O_RDWR | _O_CREAT | _O_EXCL);
}

bool tsu_system_read_at(int file, void *bytes, size_t size, int64_t place)
{
    if (_lseeki64(file, place, SEEK_SET) != place) return false;
    char *to = bytes;
    while (size > 0) {
        const unsigned part = size < (1u << 30) ? (unsigned)size : 1u << 30;
        const int n = _read(file, to, part);
        if (n <= 0) return false;
        to += n;
        size -= (size_t)n;
    }
    return true;
}

bool tsu_system_sync(int file)
{
    return _commit(file) == 0;
}

/* NTFS writes the names itself. */
void tsu_system_sync_folder(const char *path)
{
    (void)path;
}

bool tsu_system_replace(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return true;
    errno = EACCES;
    return false;
}

/* A file gets its permissions from its folder. */
void tsu_system_copy_permissions(int file, const char *path)
{
    (void)file;
    (void)path;
}

bool tsu_system_make_folder(const char *path)
{
    return _mkdir(path) == 0;
}

static void forward_slashes(char *path)
{
    for (; *path; path++) {
        if (*path == '\\') *path = '/';
    }
}

bool tsu_system_full_path(const char *path, char *full, size_t size)
{
    if (_access(path, 0) != 0 || !_fullpath(full, path, size)) return false;
    forward_slashes(full);
    return true;
}

bool tsu_system_program(char *path, size_t size)
{
    const DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    if (length == 0 || length >= size) return false;
    forward_slashes(path);
    return true;
}

tsu_lock_state tsu_system_lock(int file)
{
    (void)file;
    return TSU_LOCK_NONE;
}

void tsu_system_lock_holder(int file, tsu_lock_holder *holder)
{
    (void)file;
    *holder = (tsu_lock_holder){0};
}

/* In a temporary file, read back when it is asked for. */
FILE *tsu_memory_stream_open(char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    return tmpfile();
}

bool tsu_memory_stream_sync(FILE *stream, char **bytes, size_t *size)
{
    if (fflush(stream) != 0 || ferror(stream)) return false;
    const long long end = _ftelli64(stream);
    char *text = end >= 0 ? realloc(*bytes, (size_t)end + 1) : NULL;
    if (!text) return false;
    *bytes = text;
    *size = (size_t)end;
    text[end] = '\0';
    rewind(stream);
    const bool read = fread(text, 1, (size_t)end, stream) == (size_t)end;
    return _fseeki64(stream, 0, SEEK_END) == 0 && read;
}

/* ---- shared libraries -------------------------------------------------------------------------------------------- */

void *tsu_system_library_open(const char *path, char *why, size_t size)
{
    (void)path;
    snprintf(why, size,
             "tsubu for Windows loads no plugins; add the contact model to the tree (CONTRIBUTING.md)");
    return NULL;
}

void tsu_system_library_close(void *library)
{
    (void)library;
}

void *tsu_system_symbol(void *library, const char *name)
{
    (void)library;
    (void)name;
    return NULL;
}

/* ---- processes ------------------------------------------------------------------------------------------------- */

/* There are no signals between threads. */
void tsu_system_hold_signals(tsu_signal_mask *before)
{
    *before = (tsu_signal_mask){{0}};
}

void tsu_system_restore_signals(const tsu_signal_mask *before)
{
    (void)before;
}

void tsu_system_on_signal(int number, void (*handler)(int))
{
    (void)signal(number, handler);
}

static void (*stop)(int number, bool own);

/* A handler is forgotten when it was called. */
static void on_stop(int number)
{
    (void)signal(number, on_stop);
    stop(number, false);
}

void tsu_system_on_stop(void (*handler)(int number, bool own))
{
    stop = handler;
    tsu_system_on_signal(SIGINT, on_stop);
    tsu_system_on_signal(SIGTERM, on_stop);
}

int tsu_system_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    const bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info);
    return known ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

bool tsu_system_open_browser(const char *address)
{
    return (INT_PTR)ShellExecuteA(NULL, "open", address, NULL, NULL, SW_SHOWNORMAL) > 32;
}

bool tsu_system_pipe_open(tsu_pipe *p, const char *const *words)
{
    (void)words;
    *p = (tsu_pipe){0};
    errno = ENOENT;
    return false;
}

int tsu_system_pipe_close(tsu_pipe *p)
{
    (void)p;
    return -1;
}

int tsu_system_shell(const char *line)
{
    return system(line);
}

int tsu_system_become(const char *const *words)
{
    return (int)_spawnvp(_P_WAIT, words[0], words); /* _execvp would let the shell go on at once */
}

bool tsu_system_set_variable(const char *name, const char *value)
{
    return _putenv_s(name, value ? value : "") == 0;
}

bool tsu_system_random(void *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        unsigned number;
        if (rand_s(&number) != 0) return false;
        ((unsigned char *)bytes)[k] = (unsigned char)number;
    }
    return true;
}

bool tsu_system_local_time(time_t when, struct tm *local)
{
    return localtime_s(local, &when) == 0;
}

#endif
