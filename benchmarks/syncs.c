/*
 * Counts the calls that wait for the disk, and can make each of them slower.
 *
 * Preloaded by durable_moves.py into itself: libsqlite3's syncs and Python's own pass through here.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <time.h>

static atomic_long count;
static atomic_long extra; /* microseconds added to each call */

long syncs_count(void) { return atomic_load(&count); }
void syncs_slower(long microseconds) { atomic_store(&extra, microseconds); }

static int passed_on(const char *name, int fd)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    long more = atomic_load(&extra);
    atomic_fetch_add(&count, 1);
    if (more) {
        struct timespec wait = {more / 1000000, more % 1000000 * 1000};
        nanosleep(&wait, 0);
    }
    return real(fd);
}

int fsync(int fd) { return passed_on("fsync", fd); }
int fdatasync(int fd) { return passed_on("fdatasync", fd); }
