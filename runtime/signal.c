/* Signals (signal.h): masks, dispositions, and signals that a thread raises for itself.
 *
 * Masks and pending signals are in the settings of the thread; actions that were set are in one list, in order of
 * signals. A handler runs in the thread that raises the signal, or unblocks it. No signal comes from outside: a thread
 * that waits for one may wait for ever, which is no deadlock. A signal for the process is one for its only thread. Signals that strike
 * another thread, come later from a timer, or carry a value are unsupported. */
#include "internal.h"
#include <signal.h>
#include <time.h>

enum { SIGNALS = 64 };

static int fail(int error) {
    errno = error;
    return -1;
}

static int exists(int signal) { return signal >= 1 && signal <= SIGNALS; }
static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

/* ---- sets: the program's own, without synchronisation ---- */

static uint64_t get(const sigset_t *set) {
    uint64_t bits;
    TW_READ(set);
    __builtin_memcpy(&bits, set, sizeof bits);
    return bits;
}

static int put(sigset_t *set, uint64_t bits) {
    TW_WRITE(set);
    __builtin_memset(set, 0, sizeof *set);
    __builtin_memcpy(set, &bits, sizeof bits);
    return 0;
}

int sigemptyset(sigset_t *set) { return put(set, 0); }
int sigfillset(sigset_t *set) { return put(set, ~(uint64_t)0); }

static int change(sigset_t *set, int signal, int in) {
    if (!exists(signal)) return fail(EINVAL);
    TW_WRITE(set);
    unsigned char *byte = (unsigned char *)set + (signal - 1) / 8;
    int one = 1 << (signal - 1) % 8;
    *byte = (unsigned char)(in ? *byte | one : *byte & ~one);
    return 0;
}

int sigaddset(sigset_t *set, int signal) { return change(set, signal, 1); }
int sigdelset(sigset_t *set, int signal) { return change(set, signal, 0); }

int sigismember(const sigset_t *set, int signal) {
    if (!exists(signal)) return fail(EINVAL);
    TW_READ(set);
    return ((const unsigned char *)set)[(signal - 1) / 8] >> (signal - 1) % 8 & 1;
}

/* ---- dispositions ---- */

struct action {
    struct action *next;
    void (*handler)(int);
    uint64_t mask;
    int signal, flags;
};

static struct action *actions;

enum kind { DEFAULT, IGNORE, FUNCTION };

/* Not optimised: a compiler would order the addresses of functions and numbers. */
__attribute__((optnone, noinline)) static enum kind kind_of(void (*handler)(int)) {
    if (handler == SIG_DFL) return DEFAULT;
    if (handler == SIG_IGN) return IGNORE;
    return FUNCTION;
}

static struct action **find(int signal) {
    struct action **at = &actions;
    while (*at && (*at)->signal < signal) at = &(*at)->next;
    return at;
}

/* What is to be done; all zero is the default. */
static struct action action_of(int signal) {
    struct action *a = *find(signal);
    struct action none = {0, SIG_DFL, 0, signal, 0};
    return a && a->signal == signal ? *a : none;
}

static void set_action(int signal, void (*handler)(int), uint64_t mask, int flags) {
    struct action **at = find(signal), *a = *at;
    int there = a && a->signal == signal;
    if (kind_of(handler) == DEFAULT && !mask && !flags) {
        if (!there) return;
        *at = a->next;
        __tw_free(a);
        return;
    }
    if (!there) {
        a = __tw_alloc(sizeof *a, TW_LIBRARY);
        __builtin_memset(a, 0, sizeof *a);
        a->next = *at;
        a->signal = signal;
        *at = a;
    }
    a->handler = handler;
    a->mask = mask;
    a->flags = flags;
}

static int can_be_set(int signal) { return exists(signal) && signal != SIGKILL && signal != SIGSTOP; }

/* As in the GNU library: the handler stays, and the signal is blocked while it runs. */
__sighandler_t signal(int signal, __sighandler_t handler) {
    if (!can_be_set(signal)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __sighandler_t old = action_of(signal).handler;
    set_action(signal, handler, 0, kind_of(handler) == DEFAULT ? 0 : SA_RESTART);
    return old;
}

/* As in System V, and as the GNU library has it where only POSIX is asked for: the handler is used once. */
__sighandler_t __sysv_signal(int signal, __sighandler_t handler) {
    if (!can_be_set(signal)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __sighandler_t old = action_of(signal).handler;
    set_action(signal, handler, 0, kind_of(handler) == DEFAULT ? 0 : (int)(SA_RESETHAND | SA_NODEFER));
    return old;
}

int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
    if (!exists(signal) || (new && !can_be_set(signal))) return fail(EINVAL);
    struct action before = action_of(signal);
    if (new) {
        TW_READ(new);
        uint64_t mask;
        __builtin_memcpy(&mask, &new->sa_mask, sizeof mask);
        set_action(signal, new->sa_handler, mask, new->sa_flags);
    }
    if (old) {
        TW_WRITE(old);
        __builtin_memset(old, 0, sizeof *old);
        old->sa_handler = before.handler;
        old->sa_flags = before.flags;
        __builtin_memcpy(&old->sa_mask, &before.mask, sizeof before.mask);
    }
    return 0;
}

/* ---- delivery ---- */

static uint64_t blocked(const struct tw_thread *t) { return t->settings ? t->settings->blocked : 0; }
static uint64_t pending(const struct tw_thread *t) { return t->settings ? t->settings->pending : 0; }

static void block_signals(struct tw_thread *t, uint64_t mask) {
    mask &= ~(bit(SIGKILL) | bit(SIGSTOP));
    if (mask || t->settings) __tw_settings(t)->blocked = mask;
}

static int ignored_by_default(int signal) {
    return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

static void act_by_default(int signal) {
    if (ignored_by_default(signal)) return;
    if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU)
        __tw_unsupported("a signal that stops the process");
    __tw_abort();
}

static void run_handler(int signal, const struct action *a) {
    struct tw_thread *t = __tw_me();
    uint64_t before = blocked(t);
    if (a->flags & SA_RESETHAND) set_action(signal, SIG_DFL, 0, 0);
    block_signals(t, before | a->mask | (a->flags & SA_NODEFER ? 0 : bit(signal)));
    if (a->flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = signal, .si_code = SI_TKILL};
        ((void (*)(int, siginfo_t *, void *))(void *)a->handler)(signal, &info, 0);
    } else {
        a->handler(signal);
    }
    tw_point();
    block_signals(t, before);
}

static void deliver(int signal) {
    struct action a = action_of(signal);
    switch (kind_of(a.handler)) {
    case DEFAULT: act_by_default(signal); break;
    case IGNORE: break;
    case FUNCTION: run_handler(signal, &a); break;
    }
}

/* Delivers what is pending and not blocked. */
static void deliver_pending(struct tw_thread *t) {
    uint64_t due;
    while ((due = pending(t) & ~blocked(t))) {
        int signal = __builtin_ctzll(due) + 1;
        t->settings->pending &= ~bit(signal);
        deliver(signal);
    }
}

static int ignored(int signal) {
    enum kind kind = kind_of(action_of(signal).handler);
    return kind == IGNORE || (kind == DEFAULT && ignored_by_default(signal));
}

/* Sends a signal to a thread, if that has no effect on what the thread does now. */
static int send(struct tw_thread *t, int signal) {
    if (blocked(t) & bit(signal)) {
        __tw_settings(t)->pending |= bit(signal);
    } else if (t == __tw_me()) {
        deliver(signal);
        deliver_pending(t);
    } else if (!ignored(signal)) {
        __tw_unsupported("a signal for another thread");
    }
    return 0;
}

int raise(int signal) {
    if (!exists(signal)) return fail(EINVAL);
    return send(__tw_me(), signal);
}

/* With several threads any of those that do not block the signal may get it. */
int kill(pid_t process, int signal) {
    if (signal && !exists(signal)) return fail(EINVAL);
    if (process != __tw_process_id) __tw_unsupported("a signal for other processes");
    if (!signal || ignored(signal)) return 0;
    if (!__tw_last()) __tw_unsupported("a signal for any thread of the process");
    return send(__tw_me(), signal);
}

unsigned alarm(unsigned seconds) {
    if (seconds) __tw_unsupported("a signal that alarm sends later");
    return 0;
}

#define LATER(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported("a signal that " #name " sends later"); }
LATER(unsigned, ualarm, unsigned first, unsigned next)
LATER(int, setitimer, int which, const void *new, void *old)
LATER(int, timer_create, clockid_t clock, struct sigevent *how, timer_t *timer)
LATER(int, timer_settime, timer_t timer, int flags, const struct itimerspec *new, struct itimerspec *old)

#define WITH_VALUE(name, whom)                                   \
    int name(whom, int signal, const union sigval value) {       \
        __tw_unsupported("a signal with a value (" #name ")");   \
    }
WITH_VALUE(sigqueue, pid_t process)
WITH_VALUE(pthread_sigqueue, pthread_t thread)

/* abort ends the process even if the signal is blocked, ignored, or handled. */
void __tw_raise_abort(void) {
    if (!actions) return;
    struct action a = action_of(SIGABRT);
    if (kind_of(a.handler) == FUNCTION) run_handler(SIGABRT, &a);
}

int pthread_kill(pthread_t id, int signal) {
    struct tw_thread *t = __tw_find(id);
    if (!t || (t->ended && t->detached)) {
        __tw_misuse("pthread_kill", "there is no such thread, or it has been joined or detached already");
        return ESRCH;
    }
    if (signal == 0 || t->ended) return 0;
    return exists(signal) ? send(t, signal) : EINVAL;
}

/* ---- masks ---- */

static int set_mask(int how, const sigset_t *set, sigset_t *old) {
    struct tw_thread *t = __tw_me();
    uint64_t before = blocked(t);
    if (set) {
        uint64_t bits = get(set);
        switch (how) {
        case SIG_BLOCK: block_signals(t, before | bits); break;
        case SIG_UNBLOCK: block_signals(t, before & ~bits); break;
        case SIG_SETMASK: block_signals(t, bits); break;
        default: return EINVAL;
        }
    }
    if (old) put(old, before);
    deliver_pending(t);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return set_mask(how, set, old); }

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    int error = set_mask(how, set, old);
    return error ? fail(error) : 0;
}

int sigpending(sigset_t *set) { return put(set, pending(__tw_me())); }

/* ---- waiting: cancellation points ---- */

/* Takes a pending signal of the set; 0 if there is none. */
static int take(uint64_t set) {
    struct tw_thread *t = __tw_me();
    uint64_t due = pending(t) & set;
    if (!due) return 0;
    int signal = __builtin_ctzll(due) + 1;
    t->settings->pending &= ~bit(signal);
    return signal;
}

int sigwait(const sigset_t *set, int *signal) {
    uint64_t bits = get(set);
    __tw_cancel_point();
    int taken = take(bits);
    if (!taken) __tw_block(TW_FOREVER, TW_NOBODY);
    TW_WRITE(signal);
    *signal = taken;
    return 0;
}

static int wait_info(const sigset_t *set, siginfo_t *info, long long until) {
    uint64_t bits = get(set);
    __tw_cancel_point();
    int taken = take(bits);
    if (!taken && until != TW_UNTIMED && __tw_choose(2)) {
        __tw_passes(until);
        return fail(EAGAIN);
    }
    if (!taken) __tw_block(TW_FOREVER, TW_NOBODY);
    if (info) {
        TW_WRITE(info);
        __builtin_memset(info, 0, sizeof *info);
        info->si_signo = taken;
        info->si_code = SI_TKILL;
    }
    return taken;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return wait_info(set, info, TW_UNTIMED); }

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
    TW_READ(time);
    return wait_info(set, info, __tw_after(__tw_span(time->tv_sec, time->tv_nsec)));
}

/* A signal that is pending and let through ends the wait after its handler. */
int sigsuspend(const sigset_t *set) {
    struct tw_thread *t = __tw_me();
    uint64_t bits = get(set), before = blocked(t);
    __tw_cancel_point();
    if (!(pending(t) & ~bits)) __tw_block(TW_FOREVER, TW_NOBODY);
    block_signals(t, bits);
    deliver_pending(t);
    block_signals(t, before);
    return fail(EINTR);
}

int pause(void) {
    __tw_cancel_point();
    __tw_block(TW_FOREVER, TW_NOBODY);
    return -1;
}
