/* What the library models share: the record of a thread, queues of waiting threads, cancellation, misuse. */
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

/* Place of a thread in a queue (condition variable, barrier). */
enum { TW_AWAKE, TW_WAITING, TW_WOKEN, TW_WOKEN_SERIAL };

/* A value of a key, in order of keys; null values are not kept. */
struct tw_specific {
    struct tw_specific *next;
    void *value;
    pthread_key_t key;
};

/* A destructor of a thread-local object (C++), last registered first. */
struct tw_destructor {
    struct tw_destructor *next;
    void (*f)(void *);
    void *object;
};

/* The record of a thread. A zeroed one is that of a thread that has done nothing special. */
struct tw_thread {
    void *(*start)(void *);
    void *value;                               /* argument, later result */
    struct tw_thread *next;                    /* in a queue of waiting threads */
    struct tw_specific *values;
    struct tw_destructor *destructors;
    struct _pthread_cleanup_buffer *handlers;  /* clean-up handlers, last pushed first */
    char *name;
    int number;
    int jump_buffers;                          /* clean-up handlers that need longjmp */
    unsigned char start_kind, ended, detached, waiting;
    unsigned char cancel_disabled, cancel_async, cancelled;
};

/* A point where other threads may run. */
static inline void tw_point(void) { __tw_access(0, 0, 0); }

/* The record of the calling thread; of a thread by its pthread_t (null: no such thread, or joined). */
struct tw_thread *__tw_me(void);
struct tw_thread *__tw_find(unsigned long id);

/* Reports "function: cause" as misuse of the thread library. */
void __tw_misuse(const char *function, const char *cause);

/* Starts a thread; returns its number. */
int __tw_start(void *(*f)(void *), void *arg, int start_kind, int detached);

/* Waits for a thread to end. An error code; misuse is reported in the name of `function`. */
int __tw_join(const char *function, unsigned long id, void **result);
int __tw_detach(const char *function, unsigned long id);

/* Whether the calling thread is to act on a cancellation now; acts on it. */
int __tw_cancel_due(void);
void __tw_cancel_point(void);

/* Ends the calling thread: clean-up handlers, destructors, result. */
__attribute__((noreturn)) void __tw_end_thread(void *result);

/* Runs the destructors of thread-local objects of the calling thread. */
void __tw_run_thread_destructors(void);

/* Queues of threads, in order of thread numbers. */
void __tw_enqueue(struct tw_thread **queue, struct tw_thread *t);
void __tw_dequeue(struct tw_thread **queue, struct tw_thread *t);

/* Mutexes, in the name of `function`. */
int __tw_mutex_lock(const char *function, pthread_mutex_t *m);
int __tw_mutex_trylock(const char *function, pthread_mutex_t *m);
int __tw_mutex_timedlock(const char *function, pthread_mutex_t *m, const struct timespec *until);
int __tw_mutex_unlock(const char *function, pthread_mutex_t *m);
int __tw_mutex_destroy(const char *function, pthread_mutex_t *m);

/* Condition variables, in the name of `function`; `timed`: it may time out. */
int __tw_cond_wait(const char *function, pthread_cond_t *c, pthread_mutex_t *m, int timed);
int __tw_cond_wake(const char *function, pthread_cond_t *c, int all);
int __tw_cond_destroy(const char *function, pthread_cond_t *c);

/* pthread_once; `c11` routines are the same. Keys. */
int __tw_once(int *control, void (*routine)(void));
#endif
