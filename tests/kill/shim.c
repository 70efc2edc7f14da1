/*
 * Pulls the plug at a chosen call on the database's files.
 *
 * Preloaded into the process that plays. It counts the calls that write, shorten, sync, remove or
 * rename files whose path begins with the armed one, and kills the process with SIGKILL at the n-th
 * of them: before it, after it, or when only a part of that write has been done. Or it cuts the
 * power: then it also takes back the newest writes of which nobody has waited for the disk. While
 * it is not armed nothing happens. Memory that SQLite maps (the -shm file) is not seen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BEFORE, AFTER, TORN, CUT };

static char prefix[4096];
static int how;
static int percent;      /* how much of a torn write is done, or how many writes outlive a cut */
static int witness = -1; /* where the last words go: which call it was */
static atomic_long left; /* counts down to the kill; 0 is disarmed */

void kill_arm(const char *path, long nth, int mode, int part, int told)
{
    snprintf(prefix, sizeof prefix, "%s", path);
    how = mode;
    percent = part;
    witness = told;
    atomic_store(&left, nth);
}

/* --- what stood there before writes that are not on the disk yet, the newest first ------------- */

struct note {
    struct note *older;
    char path[4096];
    off64_t at, file_size;
    size_t size;
    char data[];
};

static struct note *notes;
static pthread_mutex_t noting = PTHREAD_MUTEX_INITIALIZER;

static void remember(int fd, const char *path, off64_t at, size_t size)
{
    struct stat64 now;
    size_t length = strlen(path);
    if (fstat64(fd, &now) != 0 || (length > 4 && strcmp(path + length - 4, "-shm") == 0))
        return;
    struct note *note = calloc(1, sizeof *note + size);
    snprintf(note->path, sizeof note->path, "%s", path);
    note->at = at;
    note->file_size = now.st_size;
    ssize_t had = syscall(SYS_pread64, fd, note->data, size, at);
    note->size = had > 0 ? (size_t)had : 0;
    pthread_mutex_lock(&noting);
    note->older = notes;
    notes = note;
    pthread_mutex_unlock(&noting);
}

static void synced(const char *path)
{
    pthread_mutex_lock(&noting);
    for (struct note **at = &notes; *at;) {
        struct note *note = *at;
        if (strcmp(note->path, path) == 0) {
            *at = note->older;
            free(note);
        } else {
            at = &note->older;
        }
    }
    pthread_mutex_unlock(&noting);
}

static void take_back(void)
{
    long count = 0;
    pthread_mutex_lock(&noting); /* for good */
    for (struct note *note = notes; note; note = note->older)
        count++;
    count = (count * (100 - percent) + 99) / 100;
    for (struct note *note = notes; note && count--; note = note->older) {
        int fd = (int)syscall(SYS_openat, AT_FDCWD, note->path, O_WRONLY);
        if (fd < 0)
            continue;
        syscall(SYS_ftruncate, fd, note->file_size);
        syscall(SYS_pwrite64, fd, note->data, note->size, note->at);
        syscall(SYS_close, fd);
    }
}

/* --- the kill ---------------------------------------------------------------------------------- */

static void die(const char *call, const char *path)
{
    static const char *const when[] = {"before", "after", "in the middle of", "by a power cut at"};
    const char *name = strrchr(path, '/');
    char words[512];
    int length = snprintf(words, sizeof words, "%s %s %s", when[how], call, name ? name + 1 : path);
    if (length > 0)
        syscall(SYS_write, witness, words, (size_t)length);
    if (how == CUT)
        take_back();
    for (;;)
        syscall(SYS_kill, getpid(), SIGKILL);
}

/* Whether a path is one of ours. */
static int ours(const char *path)
{
    return atomic_load(&left) > 0 && strncmp(path, prefix, strlen(prefix)) == 0;
}

/* The same for an open file; `path` is filled. */
static int ours_fd(int fd, char *path, size_t size)
{
    char link[64];
    if (atomic_load(&left) <= 0)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0)
        return 0;
    path[length] = '\0';
    return ours(path);
}

#define REAL(type, name, parameters)                                                 \
    static type(*real) parameters;                                                   \
    if (!real)                                                                       \
        real = (type(*) parameters)dlsym(RTLD_NEXT, #name);

/* `mine` is whether the file is ours, `part` the torn call, `note` what a power cut has to know. */
#define WRAP(type, name, parameters, arguments, mine, part, note)                    \
    type name parameters                                                             \
    {                                                                                \
        char path[4096];                                                             \
        REAL(type, name, parameters)                                                 \
        if (!(mine))                                                                 \
            return real arguments;                                                   \
        if (atomic_fetch_sub(&left, 1) == 1) {                                       \
            if (how == TORN)                                                         \
                part;                                                                \
            if (how == AFTER)                                                        \
                real arguments;                                                      \
            die(#name, path);                                                        \
        }                                                                            \
        if (how == CUT)                                                              \
            note;                                                                    \
        return real arguments;                                                       \
    }

#define OF_FD ours_fd(fd, path, sizeof path)
#define OF_PATH (snprintf(path, sizeof path, "%s", file), ours(file))
#define PART (size * (size_t)percent / 100)
#define NOTHING (void)0 /* what cannot be done by halves is not done at all */

WRAP(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), OF_FD,
     real(fd, data, PART), remember(fd, path, lseek64(fd, 0, SEEK_CUR), size))
WRAP(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at),
     OF_FD, real(fd, data, PART, at), remember(fd, path, at, size))
WRAP(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at),
     OF_FD, real(fd, data, PART, at), remember(fd, path, at, size))
WRAP(ssize_t, pwritev, (int fd, const struct iovec *rows, int count, off_t at),
     (fd, rows, count, at), OF_FD, real(fd, rows, count / 2, at), NOTHING)
WRAP(ssize_t, pwritev64, (int fd, const struct iovec *rows, int count, off64_t at),
     (fd, rows, count, at), OF_FD, real(fd, rows, count / 2, at), NOTHING)
WRAP(int, fsync, (int fd), (fd), OF_FD, NOTHING, synced(path))
WRAP(int, fdatasync, (int fd), (fd), OF_FD, NOTHING, synced(path))
WRAP(int, unlink, (const char *file), (file), OF_PATH, NOTHING, synced(path))
WRAP(int, rename, (const char *file, const char *to), (file, to), OF_PATH, NOTHING, NOTHING)

static void remember_end(int fd, const char *path, off64_t size)
{
    struct stat64 now;
    if (fstat64(fd, &now) == 0 && now.st_size > size)
        remember(fd, path, size, (size_t)(now.st_size - size));
}

WRAP(int, ftruncate, (int fd, off_t size), (fd, size), OF_FD, NOTHING, remember_end(fd, path, size))
WRAP(int, ftruncate64, (int fd, off64_t size), (fd, size), OF_FD, NOTHING,
     remember_end(fd, path, size))
