/* SPDX-License-Identifier: Apache-2.0 */
#include "base/system.h"
#if !defined(_WIN32)
#if defined(TSU_HAVE_DLOPEN)
#include <dlfcn.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void tsu_system_start(void)
{
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void *tsu_system_allocate(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

void tsu_system_free(void *block)
{
    free(block);
}

double tsu_system_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (double)pages * (double)size : 0.0;
}

int tsu_system_processors(void)
{
#if defined(__linux__)
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) > 0) return CPU_COUNT(&mine);
#endif
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (int)processors : 1;
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

int tsu_system_open(const char *path, int how)
{
    return open(path, how | O_CLOEXEC, 0666);
}

int tsu_system_create(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

bool tsu_system_read_at(int file, void *bytes, size_t size, int64_t place)
{
    return pread(file, bytes, size, (off_t)place) == (ssize_t)size;
}

bool tsu_system_sync(int file)
{
    return fsync(file) == 0;
}

void tsu_system_sync_folder(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return;
    const int folder = open(dirname(copy), O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
    free(copy);
}

bool tsu_system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

void tsu_system_copy_permissions(int file, const char *path)
{
    struct stat old;
    if (stat(path, &old) == 0) (void)fchmod(file, old.st_mode & 0777);
}

bool tsu_system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool tsu_system_full_path(const char *path, char *full, size_t size)
{
    char *found = realpath(path, NULL);
    const bool fits = found && strlen(found) < size;
    if (fits) memcpy(full, found, strlen(found) + 1);
    free(found);
    return fits;
}

bool tsu_system_program(char *path, size_t size)
{
    return tsu_system_full_path("/proc/self/exe", path, size);
}

tsu_lock_state tsu_system_lock(int file)
{
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return TSU_LOCKED;
    return errno == EWOULDBLOCK ? TSU_LOCK_HELD : TSU_LOCK_NONE;
}

/* Linux lists the locks. */
static long holder_of(int file)
{
    struct stat about;
    char line[256];
    long found = 0;
    FILE *locks = fopen("/proc/locks", "r");
    if (!locks) return 0;
    const bool known = fstat(file, &about) == 0;
    while (known && found == 0 && fgets(line, sizeof line, locks)) {
        long process;
        unsigned long long inode;
        if (sscanf(line, "%*d: FLOCK %*s %*s %ld %*x:%*x:%llu", &process, &inode) == 2 &&
            inode == (unsigned long long)about.st_ino)
            found = process;
    }
    fclose(locks);
    return found;
}

void tsu_system_lock_holder(int file, tsu_lock_holder *holder)
{
    char path[64];
    *holder = (tsu_lock_holder){.process = holder_of(file)};
    if (holder->process <= 0) return;
    holder->own = holder->process == (long)getpid();
    snprintf(path, sizeof path, "/proc/%ld/cmdline", holder->process);
    FILE *command = fopen(path, "r");
    const size_t length = command ? fread(holder->command, 1, sizeof holder->command - 1, command) : 0;
    if (command) fclose(command);
    for (size_t k = 0; k + 1 < length; k++) {
        if (holder->command[k] == '\0') holder->command[k] = ' ';
    }
    snprintf(path, sizeof path, "/proc/%ld/cwd", holder->process);
    const ssize_t n = readlink(path, holder->folder, sizeof holder->folder - 1);
    holder->folder[n > 0 ? n : 0] = '\0';
}

FILE *tsu_memory_stream_open(char **bytes, size_t *size)
{
    return open_memstream(bytes, size);
}

bool tsu_memory_stream_sync(FILE *stream, char **bytes, size_t *size)
{
    (void)bytes;
    (void)size;
    return fflush(stream) == 0 && !ferror(stream);
}

/* ---- shared libraries -------------------------------------------------------------------------------------------- */

#if defined(TSU_HAVE_DLOPEN)
void *tsu_system_library_open(const char *path, char *why, size_t size)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *reason = library ? NULL : dlerror();
    if (!library)
        snprintf(why, size, "%s; it must be a shared library for this system (cc -shared -fPIC)",
                 reason ? reason : "no reason is given");
    return library;
}

void tsu_system_library_close(void *library)
{
    dlclose(library);
}

void *tsu_system_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}
#else
void *tsu_system_library_open(const char *path, char *why, size_t size)
{
    (void)path;
    snprintf(why, size,
             "this tsubu was built without dlopen and loads no shared libraries; use one linked dynamically");
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
#endif

/* ---- processes ------------------------------------------------------------------------------------------------- */

_Static_assert(sizeof(sigset_t) <= sizeof(tsu_signal_mask), "a set of signals fits");

void tsu_system_hold_signals(tsu_signal_mask *before)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    memcpy(before, &old, sizeof old);
}

void tsu_system_restore_signals(const tsu_signal_mask *before)
{
    sigset_t old;
    memcpy(&old, before, sizeof old);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void tsu_system_on_signal(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(number, &action, NULL);
}

static void (*stop)(int number, bool own);

static void on_stop(int number, siginfo_t *info, void *context)
{
    (void)context;
    stop(number, info && info->si_pid == getpid());
}

void tsu_system_on_stop(void (*handler)(int number, bool own))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGPIPE, SIGHUP};
    struct sigaction action = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO}, before;
    stop = handler;
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        const bool ignored = sigaction(signals[k], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (signals[k] != SIGHUP || !ignored) sigaction(signals[k], &action, NULL);
    }
}

int tsu_system_columns(void)
{
    struct winsize size = {0};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool tsu_system_open_browser(const char *address)
{
    char *argv[] = {"xdg-open", (char *)address, NULL};
    pid_t child;
    return posix_spawnp(&child, argv[0], NULL, NULL, argv, environ) == 0;
}

bool tsu_system_pipe_open(tsu_pipe *p, const char *const *words)
{
    int end[2];
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    *p = (tsu_pipe){0};
    if (pipe2(end, O_CLOEXEC) != 0) return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end[0], STDIN_FILENO);
    const int failed = posix_spawnp(&child, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(end[0]);
    p->stream = failed ? NULL : fdopen(end[1], "wb");
    if (!p->stream) {
        close(end[1]);
        errno = failed ? failed : errno;
        return false;
    }
    p->process = child;
    p->before = signal(SIGPIPE, SIG_IGN);
    return true;
}

int tsu_system_pipe_close(tsu_pipe *p)
{
    int result = -1;
    fclose(p->stream);
    const bool ended = waitpid((pid_t)p->process, &result, 0) == (pid_t)p->process && WIFEXITED(result);
    signal(SIGPIPE, p->before);
    *p = (tsu_pipe){0};
    return ended ? WEXITSTATUS(result) : -1;
}

int tsu_system_shell(const char *line)
{
    const int result = system(line);
    return WIFEXITED(result) ? WEXITSTATUS(result) : result;
}

int tsu_system_become(const char *const *words)
{
    return execvp(words[0], (char *const *)words);
}

bool tsu_system_set_variable(const char *name, const char *value)
{
    return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

bool tsu_system_random(void *bytes, size_t size)
{
    return getrandom(bytes, size, 0) == (ssize_t)size;
}

bool tsu_system_local_time(time_t when, struct tm *local)
{
    return localtime_r(&when, local) != NULL;
}

#endif
