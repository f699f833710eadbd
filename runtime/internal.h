/* What the library models share: the record of a thread, cancellation, time, misuse. */
#ifndef THREADWISE_INTERNAL_H
#define THREADWISE_INTERNAL_H
#undef __OPTIMIZE__ /* no inline functions in the system's headers */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "threadwise.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

/* How a thread's start function is called. */
enum { TW_START_POSIX, TW_START_C11, TW_START_VOID };

/* A key that exists, in order of numbers. */
struct tw_key {
    struct tw_key *next;
    void (*destructor)(void *);
    pthread_key_t number;
};

/* A value of a key, latest key first; null values are not kept. */
struct tw_specific {
    struct tw_specific *next;
    void *value;
    struct tw_key *key; /* dead if the key was deleted */
    int due; /* the destructor has to be called in this round */
};

/* A destructor of a thread-local object (C++), last registered first. */
struct tw_destructor {
    struct tw_destructor *next;
    void (*f)(void *);
    void *object;
};

/* What a thread has been told about its scheduling and signals; made when something is set. */
struct tw_settings {
    uint64_t blocked; /* signals, the first in bit 0 */
    uint64_t pending;
    int policy, priority;
    size_t affinity_bytes;
    unsigned char *affinity;
    long long processor_time; /* shown by its clock; 0: never */
    unsigned char processor_steps;
};

/* The record of a thread. A zeroed one is that of a thread that has done nothing special. */
struct tw_thread {
    void *(*start)(void *);
    void *value;                               /* argument, later result */
    struct tw_specific *values;
    struct tw_destructor *destructors;
    struct _pthread_cleanup_buffer *handlers;  /* clean-up handlers, last pushed first */
    struct tw_settings *settings;
    char *name;
    unsigned long id;                          /* the pthread_t where it may be used again (strict reading); else 0 */
    int jump_buffers;                          /* clean-up handlers that need longjmp */
    int owned;                                 /* mutexes of the C++ library that it owns */
    unsigned char start_kind, ended, detached;
    unsigned char cancel_disabled, cancel_async, cancelled, ending;
};

/* Life of an object that has to be initialised by a call. The numbers are not what other memory is likely to hold. */
enum { TW_UNINITIALISED, TW_USABLE = 0x5A, TW_DESTROYED = 0xA5 };

/* The mark of an object's life: memory that was never written, or that holds parts of addresses, has none. */
static inline int tw_mark(int mark) { return __tw_is_number((long long)(unsigned)mark) ? mark : TW_UNINITIALISED; }

/* Whether what an object holds as its own address is that: an object that is copied holds the address of another one, and
 * memory that was used for something else holds anything. */
int __tw_is_self(const void *self, const void *object);

/* A point where other threads may run. */
static inline void tw_point(void) { __tw_access(0, 0, 0); }

/* Accesses to objects of the program that the standard leaves unsynchronised: attributes, sets, results, and whole
 * objects that are initialised or destroyed. */
#define TW_READ(p) __tw_access(p, sizeof *(p), 0)
#define TW_WRITE(p) __tw_access(p, sizeof *(p), 1)

/* A call that need not avoid data races with others that use the same hidden object, but does in known libraries: it races
 * in the strict reading only. */
static inline void tw_need_not_be_safe(const char *hidden, int write) {
    if (__tw_strict_standard) __tw_access(hidden, 1, write);
    else __tw_assumed(TW_CALLS_ARE_SAFE);
}

/* The record of the calling thread; of a thread by its pthread_t (null: no such thread, or joined). */
struct tw_thread *__tw_me(void);
struct tw_thread *__tw_find(unsigned long id);
unsigned long __tw_id_of(const struct tw_thread *t);
unsigned long __tw_me_id(void);

/* Reports "function: cause" as misuse of the thread library. */
void __tw_misuse(const char *function, const char *cause);

/* Whether an object can be used, by its life; reports it if not. `what`: "the mutex", … */
int __tw_alive(const char *function, const char *what, int life);

/* Whether an object that a call has initialised is itself, not a copy made by assignment; reports it if not. */
int __tw_no_copy(const char *function, const char *what, const void *self, const void *object);

/* Reports that an object is initialised already. */
void __tw_initialised_twice(const char *function, const char *what);

/* Settings of a thread; null if nothing was set, or made then. */
struct tw_settings *__tw_settings(struct tw_thread *t);

/* Whether the process has begun to end: the functions of atexit run, and static objects are destroyed. */
int __tw_exiting(void);

/* Starts a thread; returns its record. */
struct tw_thread *__tw_start(void *(*f)(void *), void *arg, int start_kind, int detached);

/* Waits for a thread to end. An error code; misuse is reported in the name of `function`. */
int __tw_join(const char *function, unsigned long id, void **result);
int __tw_detach(const char *function, unsigned long id);

/* Whether the calling thread is to act on a cancellation now; acts on it. */
int __tw_cancel_due(void);
void __tw_cancel_point(void);

/* Whether ranges of n bytes from a and of m bytes from b overlap. */
int __tw_overlap(const void *a, size_t n, const void *b, size_t m);

/* A cancellation point where the implementation may have one and known libraries do: functions of streams. */
void __tw_stream_cancel_point(void);

/* A point that may be a cancellation point by the letter of the standard only. */
void __tw_optional_cancel_point(void);

/* Ends the calling thread: clean-up handlers, destructors, result. */
__attribute__((noreturn)) void __tw_end_thread(void *result);

/* Runs the destructors of thread-local objects of the calling thread. */
void __tw_run_thread_destructors(void);

/* Kinds of mutexes beside the types of POSIX: of C11, of the C++ library (include/bits/std_mutex.h has the number). */
enum { TW_MUTEX_C11 = 256, TW_MUTEX_CXX = 512, TW_MUTEX_TIMED = 1024 };

/* Mutexes, in the name of `function`. */
int __tw_mutex_lock(const char *function, pthread_mutex_t *m);
int __tw_mutex_trylock(const char *function, pthread_mutex_t *m);
int __tw_mutex_timedlock(const char *function, pthread_mutex_t *m, clockid_t clock, const struct timespec *until);
int __tw_mutex_unlock(const char *function, pthread_mutex_t *m);
int __tw_mutex_destroy(const char *function, pthread_mutex_t *m);

/* Whether a mutex can be used: it is initialised (all zeros count as the static initialiser), not destroyed, no copy. */
int __tw_mutex_usable(const char *function, const pthread_mutex_t *m);

/* Whether the calling thread has the mutex. */
int __tw_mutex_is_mine(const pthread_mutex_t *m);

/* Whether a mutex gives an error where others leave it undefined: error-checking and robust ones. */
int __tw_mutex_reports(const pthread_mutex_t *m);

/* Whether an attempt to lock (C11, C++) fails although nobody has the mutex: by the letter of the standards only. */
int __tw_try_fails(void);

/* Condition variables, in the name of `function`; a wait may time out at the time `until`, if it is not TW_UNTIMED. */
int __tw_cond_wait(const char *function, pthread_cond_t *c, pthread_mutex_t *m, long long until);
int __tw_cond_wake(const char *function, pthread_cond_t *c, int all);
int __tw_cond_destroy(const char *function, pthread_cond_t *c);
void __tw_cond_init(pthread_cond_t *c, void *self);
int __tw_cond_life(const pthread_cond_t *c);

/* Time (passing.c), in nanoseconds. Times to come are never negative; all are 0 where no clock is read. A time limit
 * that passes, and only that, calls __tw_passes: afterwards no clock shows less. */
#define TW_UNTIMED (-1LL)
long long __tw_time_read(void);                                      /* as a clock shows it: it may move */
void __tw_clock_step(long long *now, unsigned char *steps);          /* lets another clock move */
long long __tw_shown(clockid_t clock, long long time);               /* what a clock shows at this time */
long long __tw_span(long long seconds, long long nanoseconds);       /* a length of time */
long long __tw_after(long long nanoseconds);                         /* that time from now */
long long __tw_at(clockid_t clock, long long time);                  /* when a clock shows it */
long long __tw_until(clockid_t clock, const struct timespec *until); /* the same */
long long __tw_present(clockid_t clock);                              /* what a clock shows now, if it is not read */
void __tw_passes(long long time);                                    /* moves on to it, if it is not over */
void __tw_rest(long long nanoseconds);                               /* lets others run while that time passes */

/* No object is larger. */
#define TW_LARGEST (sizeof(size_t) == 8 ? ((size_t)1 << (sizeof(size_t) == 8 ? 47 : 0)) - 1 : (size_t)PTRDIFF_MAX)

/* Whether there is no memory of that size: it is impossible, or memory may run out. */
int __tw_memory_ends(size_t bytes);

/* Frees memory in the name of the function that belongs to `family` (TW_HEAP: free, TW_NEW: delete, …); reports it if
 * the memory was made by another one. */
void __tw_give_back(void *p, int family);

/* A jump passes over clean-up handlers that were pushed, or goes back to where some were that have been popped; `before`:
 * those of then. */
void __tw_jump_over_handlers(struct _pthread_cleanup_buffer *before);

/* The message of an error: strerror without its hidden object. */
char *__tw_error_message(int error);

/* Runs the handler of SIGABRT, if there is one. */
void __tw_raise_abort(void);

/* pthread_once; `c11` routines are the same. Keys. */
int __tw_once(int *control, void (*routine)(void));
#endif
