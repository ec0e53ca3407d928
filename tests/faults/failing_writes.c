/* Fails the n-th write or sync of a file whose path holds FAULT_PATH, and all after it where FAULT_LASTS. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int seen;

static int fails(int fd) {
    char link[64], path[4096];
    const char *part = getenv("FAULT_PATH"), *nth = getenv("FAULT_NTH");
    if (!part || !nth) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    if (!strstr(path, part)) return 0;
    ++seen;
    if (seen == atoi(nth) || (getenv("FAULT_LASTS") && seen > atoi(nth))) {
        const char *mark = getenv("FAULT_MARK");
        FILE *told = mark ? fopen(mark, "w") : NULL;
        if (told) fclose(told);
        errno = getenv("FAULT_EIO") ? EIO : ENOSPC;
        return 1;
    }
    return 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *b, size_t n) { return fails(fd) ? -1 : REAL(write)(fd, b, n); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) { return fails(fd) ? -1 : REAL(pwrite)(fd, b, n, o); }
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o) { return fails(fd) ? -1 : REAL(pwrite64)(fd, b, n, o); }
int ftruncate(int fd, off_t n) { return fails(fd) ? -1 : REAL(ftruncate)(fd, n); }
int ftruncate64(int fd, off64_t n) { return fails(fd) ? -1 : REAL(ftruncate64)(fd, n); }
int fsync(int fd) { return fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd) ? -1 : REAL(fdatasync)(fd); }
int posix_fallocate(int fd, off_t o, off_t n) { return fails(fd) ? errno : REAL(posix_fallocate)(fd, o, n); }
