/* Fails the n-th write or sync of a file whose path holds FAULT_PATH, and all after it where FAULT_LASTS.

   Where FAULT_END the path has to end so; where FAULT_NO_LOCKS every lock is granted to everybody. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
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
    const char *found = strstr(path, part);
    if (!found || (getenv("FAULT_END") && strlen(found) != strlen(part))) return 0;
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

static int granted(int command) {
    return getenv("FAULT_NO_LOCKS") && (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK);
}

int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *about = va_arg(rest, void *);
    va_end(rest);
    return granted(command) ? 0 : REAL(fcntl)(fd, command, about);
}

int fcntl64(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *about = va_arg(rest, void *);
    va_end(rest);
    return granted(command) ? 0 : REAL(fcntl64)(fd, command, about);
}

int posix_fallocate(int fd, off_t o, off_t n) { return fails(fd) ? errno : REAL(posix_fallocate)(fd, o, n); }
