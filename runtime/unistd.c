/* The process and its scheduling (unistd.h, sched.h, poll.h, sys/select.h, sys/sysinfo.h).
 *
 * There is one process; its number, the number of processors and the size of a page are settings. There is no terminal.
 * Files are in files.c, signals in signal.c. Sockets and other processes are unsupported; the functions that POSIX requires to be
 * cancellation points are such nevertheless. */
#include "internal.h"
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"


static int fail(int error) {
    errno = error;
    return -1;
}

static int processors(void) {
    __tw_assumed(TW_PROCESSORS);
    return __tw_processors;
}

static int page(void) {
    __tw_assumed(TW_PAGE_SIZE);
    return __tw_page_size;
}

static int process(void) {
    __tw_assumed(TW_PROCESS_ID);
    return __tw_process_id;
}

pid_t getpid(void) { return process(); }
pid_t getppid(void) { return process() - 1; }
pid_t gettid(void) { return process() + __tw_number(); }
int getpagesize(void) { return page(); }
int get_nprocs(void) { return processors(); }
int get_nprocs_conf(void) { return processors(); }

int isatty(int fd) {
    errno = ENOTTY;
    return 0;
}

long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_ONLN: case _SC_NPROCESSORS_CONF: return processors();
    case _SC_PAGESIZE: return page();
    case _SC_CLK_TCK: return 100;
    case _SC_THREAD_STACK_MIN: return 16384;
    case _SC_THREAD_KEYS_MAX: return PTHREAD_KEYS_MAX;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS: return PTHREAD_DESTRUCTOR_ITERATIONS;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    default: __tw_unsupported("sysconf: a value without a model");
    }
}

/* ---- scheduling: no effect on what is possible ---- */

int sched_yield(void) {
    tw_point();
    return 0;
}

int sched_getcpu(void) { return __tw_choose(processors()); }
int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }
int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0; }

/* A thread by its number as gettid gives it; 0 is the caller. */
static struct tw_thread *thread(pid_t pid) {
    if (pid == 0) return __tw_me();
    void *record = pid < process() ? 0 : __tw_nth(pid - process());
    return record && __tw_is_pointer(record) == 1 ? record : 0;
}

int sched_getscheduler(pid_t pid) {
    struct tw_thread *t = thread(pid);
    if (!t) return fail(ESRCH);
    return t->settings ? t->settings->policy : SCHED_OTHER;
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *p) {
    struct tw_thread *t = thread(pid);
    if (!t) return fail(ESRCH);
    int error = pthread_setschedparam(__tw_id_of(t), policy, p);
    return error ? fail(error) : 0;
}

int sched_setparam(pid_t pid, const struct sched_param *p) {
    TW_READ(p);
    struct tw_thread *t = thread(pid);
    if (!t) return fail(ESRCH);
    int error = pthread_setschedprio(__tw_id_of(t), p->sched_priority);
    return error ? fail(error) : 0;
}

int sched_getparam(pid_t pid, struct sched_param *p) {
    struct tw_thread *t = thread(pid);
    if (!t) return fail(ESRCH);
    int priority = t->settings ? t->settings->priority : 0;
    TW_WRITE(p);
    p->sched_priority = priority;
    return 0;
}

int sched_setaffinity(pid_t pid, size_t bytes, const cpu_set_t *set) {
    struct tw_thread *t = thread(pid);
    int error = t ? pthread_setaffinity_np(__tw_id_of(t), bytes, set) : ESRCH;
    return error ? fail(error) : 0;
}

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set) {
    if (bytes < sizeof(long)) return fail(EINVAL);
    struct tw_thread *t = thread(pid);
    int error = t ? pthread_getaffinity_np(__tw_id_of(t), bytes, set) : ESRCH;
    return error ? fail(error) : 0;
}

int __sched_cpucount(size_t bytes, const cpu_set_t *set) {
    int n = 0;
    __tw_access(set, bytes, 0);
    for (size_t i = 0; i < bytes; i++) n += __builtin_popcount(((const unsigned char *)set)[i]);
    return n;
}

/* ---- waiting for descriptors: of none it is sleeping ---- */

static int rest(int for_ever, long long nanoseconds) {
    tw_point();
    __tw_cancel_point();
    if (for_ever) __tw_block(TW_FOREVER, TW_NOBODY);
    __tw_rest(nanoseconds);
    return 0;
}

int poll(struct pollfd *fds, nfds_t count, int timeout) {
    __tw_cancel_point();
    if (count) __tw_unsupported("poll");
    return rest(timeout < 0, timeout * 1000000LL);
}

int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other, struct timeval *restrict limit) {
    __tw_cancel_point();
    if (in || out || other) __tw_unsupported("select");
    if (limit) TW_READ(limit);
    return rest(!limit, limit ? __tw_span(limit->tv_sec, limit->tv_usec * 1000LL) : 0);
}

int pselect(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
            const struct timespec *restrict limit, const sigset_t *restrict mask) {
    __tw_cancel_point();
    if (in || out || other || mask) __tw_unsupported("pselect");
    if (limit) TW_READ(limit);
    return rest(!limit, limit ? __tw_span(limit->tv_sec, limit->tv_nsec) : 0);
}

/* ---- unsupported ---- */

#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported(#name); }
UNSUPPORTED(pid_t, fork, void)
UNSUPPORTED(pid_t, vfork, void)
UNSUPPORTED(int, execv, const char *name, char *const arguments[])
UNSUPPORTED(int, execvp, const char *name, char *const arguments[])

/* Cancellation points that POSIX requires: a request that is pending is acted upon. */
#define CANCELLED(type, name, ...)    \
    type name(__VA_ARGS__) {          \
        __tw_cancel_point();          \
        __tw_unsupported(#name);      \
    }
CANCELLED(ssize_t, pread, int fd, void *p, size_t bytes, off_t at)
CANCELLED(ssize_t, pwrite, int fd, const void *p, size_t bytes, off_t at)
CANCELLED(ssize_t, readv, int fd, const struct iovec *parts, int count)
CANCELLED(ssize_t, writev, int fd, const struct iovec *parts, int count)
CANCELLED(int, openat, int fd, const char *name, int flags, ...)
CANCELLED(int, fcntl, int fd, int command, ...)
CANCELLED(int, lockf, int fd, int command, off_t bytes)
CANCELLED(int, tcdrain, int fd)
CANCELLED(int, accept, int fd, __SOCKADDR_ARG to, socklen_t *restrict bytes)
CANCELLED(int, connect, int fd, __CONST_SOCKADDR_ARG to, socklen_t bytes)
CANCELLED(ssize_t, recv, int fd, void *p, size_t bytes, int flags)
CANCELLED(ssize_t, recvfrom, int fd, void *restrict p, size_t bytes, int flags, __SOCKADDR_ARG from, socklen_t *restrict n)
CANCELLED(ssize_t, recvmsg, int fd, struct msghdr *message, int flags)
CANCELLED(ssize_t, send, int fd, const void *p, size_t bytes, int flags)
CANCELLED(ssize_t, sendto, int fd, const void *p, size_t bytes, int flags, __CONST_SOCKADDR_ARG to, socklen_t n)
CANCELLED(ssize_t, sendmsg, int fd, const struct msghdr *message, int flags)
CANCELLED(pid_t, wait, int *status)
CANCELLED(pid_t, waitpid, pid_t pid, int *status, int options)
CANCELLED(int, waitid, idtype_t kind, id_t id, siginfo_t *info, int options)
CANCELLED(int, msync, void *p, size_t bytes, int flags)
