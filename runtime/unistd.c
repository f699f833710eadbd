/* The process and its scheduling (unistd.h, sched.h, signal.h, sys/sysinfo.h).
 *
 * There is one process; its number, the number of processors and the size of a page are settings. There is no terminal. Files: files.c. Signals never
 * arrive from outside, so masks and ignored signals have no effect; handlers and other processes are unsupported. */
#include "internal.h"
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
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
pid_t gettid(void) { return process() + __tw_self(); }
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
int sched_getscheduler(pid_t pid) { return SCHED_OTHER; }
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *p) { return 0; }
int sched_setparam(pid_t pid, const struct sched_param *p) { return 0; }

int sched_getparam(pid_t pid, struct sched_param *p) {
    __tw_access(p, sizeof *p, 1);
    p->sched_priority = 0;
    return 0;
}

int sched_setaffinity(pid_t pid, size_t bytes, const cpu_set_t *set) { return 0; }

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set) {
    if (bytes < sizeof(long)) return fail(EINVAL);
    __tw_access(set, bytes, 1);
    __builtin_memset(set, 0, bytes);
    for (int i = 0; i < processors() && (size_t)i < 8 * bytes; i++) ((unsigned char *)set)[i / 8] |= (unsigned char)(1 << i % 8);
    return 0;
}

int __sched_cpucount(size_t bytes, const cpu_set_t *set) {
    int n = 0;
    for (size_t i = 0; i < bytes; i++) n += __builtin_popcount(((const unsigned char *)set)[i]);
    return n;
}

/* ---- signals ---- */

int sigemptyset(sigset_t *set) {
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set) {
    __builtin_memset(set, 255, sizeof *set);
    return 0;
}

static int change(sigset_t *set, int signal, int in) {
    if (signal < 1 || signal > 64) return fail(EINVAL);
    unsigned char *byte = (unsigned char *)set + (signal - 1) / 8;
    int bit = 1 << (signal - 1) % 8;
    *byte = (unsigned char)(in ? *byte | bit : *byte & ~bit);
    return 0;
}

int sigaddset(sigset_t *set, int signal) { return change(set, signal, 1); }
int sigdelset(sigset_t *set, int signal) { return change(set, signal, 0); }

int sigismember(const sigset_t *set, int signal) {
    if (signal < 1 || signal > 64) return fail(EINVAL);
    return ((const unsigned char *)set)[(signal - 1) / 8] >> (signal - 1) % 8 & 1;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    if (old) __builtin_memset(old, 0, sizeof *old);
    return 0;
}

int raise(int signal) {
    if (signal == SIGABRT) __tw_abort();
    __tw_unsupported("raise");
}

__sighandler_t signal(int signal, __sighandler_t handler) {
    if (handler != SIG_DFL && handler != SIG_IGN) __tw_unsupported("signal handlers");
    return SIG_DFL;
}

int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
    if (new &&new->sa_handler != SIG_DFL &&new->sa_handler != SIG_IGN) __tw_unsupported("signal handlers");
    if (old) __builtin_memset(old, 0, sizeof *old);
    return 0;
}

int pause(void) {
    __tw_cancel_point();
    __tw_block(TW_FOREVER, -1);
    return -1;
}

/* ---- unsupported ---- */

#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported(#name); }
UNSUPPORTED(pid_t, fork, void)
UNSUPPORTED(pid_t, vfork, void)
UNSUPPORTED(int, kill, pid_t pid, int signal)
UNSUPPORTED(int, execv, const char *name, char *const arguments[])
UNSUPPORTED(int, execvp, const char *name, char *const arguments[])
UNSUPPORTED(int, sigwait, const sigset_t *restrict set, int *restrict signal)
