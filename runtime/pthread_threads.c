/* Threads (pthread.h): creation, joining, ending, deferred cancellation, clean-up handlers, keys, once, attributes.
 *
 * A pthread_t is the thread's number plus 1. Attributes but the detach state are kept and have no effect.
 * Not modelled: signals, asynchronous cancellation that strikes, pthread_exit through frames with C++ objects to
 * destroy or through the setjmp form of pthread_cleanup_push. Creation of a thread never fails. */
#include "internal.h"
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

static struct tw_thread main_thread;

static void *new_object(size_t bytes) {
    void *p = __tw_alloc(bytes, TW_LIBRARY);
    __builtin_memset(p, 0, bytes);
    return p;
}

void __tw_misuse(const char *function, const char *cause) {
    char text[160];
    size_t n = 0;
    while (*function && n < 60) text[n++] = *function++;
    text[n++] = ':';
    text[n++] = ' ';
    while (*cause && n < sizeof text - 1) text[n++] = *cause++;
    text[n] = 0;
    __tw_violation(TW_PTHREAD, text);
}

/* ---- records ---- */

struct tw_thread *__tw_me(void) {
    int self = __tw_self();
    if (self == 0) return &main_thread;
    struct tw_thread *t = __tw_record(self);
    if (!t) {
        t = new_object(sizeof *t);
        t->number = self;
        __tw_set_record(t);
    }
    return t;
}

struct tw_thread *__tw_find(unsigned long id) {
    if (id == 0 || id > INT_MAX) return 0;
    if (id == 1) return &main_thread;
    struct tw_thread *t = __tw_record((int)(id - 1));
    return t && __tw_is_pointer(t) == 1 ? t : 0;
}

static void release(struct tw_thread *t) {
    if (t->name) __tw_free(t->name);
    t->name = 0;
    t->value = 0;
    t->detached = 1;
    if (t != &main_thread) __tw_free(t);
}

void __tw_enqueue(struct tw_thread **queue, struct tw_thread *t) {
    while (*queue && (*queue)->number < t->number) queue = &(*queue)->next;
    t->next = *queue;
    t->waiting = TW_WAITING;
    *queue = t;
}

void __tw_dequeue(struct tw_thread **queue, struct tw_thread *t) {
    while (*queue != t) queue = &(*queue)->next;
    *queue = t->next;
    t->next = 0;
    t->waiting = TW_AWAKE;
}

/* ---- values of keys ---- */

/* A key that exists, in order of numbers. */
struct key {
    struct key *next;
    void (*destructor)(void *);
    pthread_key_t number;
};

static struct key *keys;

static struct key *find_key(pthread_key_t number) {
    struct key *k = keys;
    while (k && k->number < number) k = k->next;
    return k && k->number == number ? k : 0;
}

static struct tw_specific **find_value(struct tw_thread *t, pthread_key_t key) {
    struct tw_specific **at = &t->values;
    while (*at && (*at)->key < key) at = &(*at)->next;
    return at;
}

/* Removes a value and returns it. */
static void *take_value(struct tw_thread *t, pthread_key_t key) {
    struct tw_specific **at = find_value(t, key), *v = *at;
    if (!v || v->key != key) return 0;
    void *value = v->value;
    *at = v->next;
    __tw_free(v);
    return value;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    struct key **at = &keys;
    pthread_key_t number = 0;
    __tw_access(key, sizeof *key, 1);
    while (*at && (*at)->number == number) at = &(*at)->next, number++;
    if (number >= PTHREAD_KEYS_MAX) return EAGAIN;
    struct key *k = new_object(sizeof *k);
    k->next = *at;
    k->destructor = destructor;
    k->number = number;
    *at = k;
    *key = number;
    return 0;
}

/* The name by which libstdc++ asks whether there are threads. */
int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor); }

int pthread_key_delete(pthread_key_t key) {
    struct key **at = &keys, *k = find_key(key);
    if (!k) {
        __tw_misuse("pthread_key_delete", "there is no such key");
        return EINVAL;
    }
    while (*at != k) at = &(*at)->next;
    *at = k->next;
    __tw_free(k);
    take_value(&main_thread, key);
    for (int i = 1;; i++) {
        struct tw_thread *t = __tw_record(i);
        if (!t) break;
        if (__tw_is_pointer(t) == 1) take_value(t, key);
    }
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    struct tw_thread *t = __tw_me();
    if (!find_key(key)) {
        __tw_misuse("pthread_setspecific", "there is no such key");
        return EINVAL;
    }
    if (!value) {
        take_value(t, key);
        return 0;
    }
    struct tw_specific **at = find_value(t, key);
    if (!*at || (*at)->key != key) {
        struct tw_specific *v = new_object(sizeof *v);
        v->next = *at;
        v->key = key;
        *at = v;
    }
    (*at)->value = (void *)(uintptr_t)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key) {
    struct tw_thread *t = __tw_me();
    if (!find_key(key)) {
        __tw_misuse("pthread_getspecific", "there is no such key");
        return 0;
    }
    struct tw_specific *v = *find_value(t, key);
    return v && v->key == key ? v->value : 0;
}

/* Destructors run as long as there are values, at most PTHREAD_DESTRUCTOR_ITERATIONS times. */
static void run_key_destructors(struct tw_thread *t) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && t->values; round++) {
        pthread_key_t from = 0;
        for (;;) {
            struct tw_specific *v = *find_value(t, from);
            if (!v) break;
            from = v->key + 1;
            struct key *k = find_key(v->key);
            if (!k || !k->destructor) continue;
            void (*destructor)(void *) = k->destructor;
            destructor(take_value(t, v->key));
            tw_point();
        }
    }
    while (t->values) take_value(t, t->values->key);
}

/* ---- end of a thread ---- */

void __tw_run_thread_destructors(void) {
    struct tw_thread *t = __tw_me();
    while (t->destructors) {
        struct tw_destructor *d = t->destructors;
        void (*f)(void *) = d->f;
        void *object = d->object;
        t->destructors = d->next;
        __tw_free(d);
        f(object);
        tw_point();
    }
}

int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *dso) {
    struct tw_thread *t = __tw_me();
    struct tw_destructor *d = new_object(sizeof *d);
    (void)dso;
    d->f = f;
    d->object = object;
    d->next = t->destructors;
    t->destructors = d;
    return 0;
}

__attribute__((noreturn)) static void finish(struct tw_thread *t, void *result) {
    tw_point();
    t->cancel_disabled = 1;
    __tw_run_thread_destructors();
    run_key_destructors(t);
    if (__tw_live_threads() == 1) exit(0);
    t->ended = 1;
    t->value = result;
    if (t->detached) release(t);
    __tw_thread_exit();
}

/* Frames that want to see the end of the thread (C++ destructors, catch (...)) are not modelled. */
static void look_for_landing_pads(void) {
    const void *type = 0;
    for (int frame = 1;; frame++) {
        for (int clause = 0;; clause++) {
            int kind = __tw_clause(frame, clause, &type);
            if (kind == -2) return;
            if (kind == -1 || kind == 0) break;
            if (kind == 3 || (kind == 1 && !type))
                __tw_unsupported("pthread_exit or cancellation of a thread with objects to destroy");
        }
    }
}

void __tw_end_thread(void *result) {
    struct tw_thread *t = __tw_me();
    t->cancel_disabled = 1;
    look_for_landing_pads();
    if (t->jump_buffers)
        __tw_unsupported("pthread_exit or cancellation with clean-up handlers of the form that uses setjmp");
    while (t->handlers) {
        struct _pthread_cleanup_buffer *b = t->handlers;
        t->handlers = b->__prev;
        b->__routine(b->__arg);
    }
    finish(t, result);
}

void pthread_exit(void *result) { __tw_end_thread(result); }

/* ---- creation, join ---- */

static void run(void *record) {
    struct tw_thread *t = record;
    void *(*start)(void *) = t->start, *arg = t->value;
    t->start = 0;
    t->value = 0;
    switch (t->start_kind) {
    case TW_START_POSIX:
        finish(t, start(arg));
    case TW_START_C11:
        finish(t, (void *)(intptr_t)((int (*)(void *))(void *)start)(arg));
    default:
        ((void (*)(void *))(void *)start)(arg);
        finish(t, 0);
    }
}

int __tw_start(void *(*f)(void *), void *arg, int start_kind, int detached) {
    struct tw_thread *t = new_object(sizeof *t);
    t->start = f;
    t->value = arg;
    t->start_kind = (unsigned char)start_kind;
    t->detached = (unsigned char)detached;
    t->number = __tw_thread_new(run, t, t);
    return t->number;
}

/* Starts a detached thread: statements with a label __CPROVER_ASYNC_… */
void __tw_async_start(void (*f)(void *), void *arg) {
    __tw_start((void *(*)(void *))(void *)f, arg, TW_START_VOID, 1);
}

int __tw_join(const char *function, unsigned long id, void **result) {
    __tw_cancel_point();
    struct tw_thread *t = __tw_find(id);
    if (!t) {
        __tw_misuse(function, "there is no such thread, or it has been joined or detached already");
        return ESRCH;
    }
    if (t->detached) {
        __tw_misuse(function, "the thread is detached or has been joined already");
        return EINVAL;
    }
    if (t->number == __tw_self()) return EDEADLK;
    if (!t->ended) __tw_block(TW_JOIN, t->number);
    void *value = t->value;
    release(t);
    if (result) {
        __tw_access(result, sizeof *result, 1);
        *result = value;
    }
    return 0;
}

int pthread_join(pthread_t id, void **result) { return __tw_join("pthread_join", id, result); }

int pthread_tryjoin_np(pthread_t id, void **result) {
    struct tw_thread *t = __tw_find(id);
    if (t && !t->detached && !t->ended) return EBUSY;
    return __tw_join("pthread_tryjoin_np", id, result);
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *until) {
    (void)until;
    struct tw_thread *t = __tw_find(id);
    if (t && !t->detached && !t->ended && t->number != __tw_self() && __tw_choose(2)) return ETIMEDOUT;
    return __tw_join("pthread_timedjoin_np", id, result);
}

int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock, const struct timespec *until) {
    (void)clock;
    return pthread_timedjoin_np(id, result, until);
}

int __tw_detach(const char *function, unsigned long id) {
    struct tw_thread *t = __tw_find(id);
    if (!t) {
        __tw_misuse(function, "there is no such thread, or it has been joined or detached already");
        return ESRCH;
    }
    if (t->detached) {
        __tw_misuse(function, "the thread is detached or has been joined already");
        return EINVAL;
    }
    t->detached = 1;
    if (t->ended) release(t);
    return 0;
}

int pthread_detach(pthread_t id) { return __tw_detach("pthread_detach", id); }
pthread_t pthread_self(void) { return (pthread_t)__tw_self() + 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* ---- cancellation ---- */

int __tw_cancel_due(void) {
    struct tw_thread *t = __tw_me();
    return t->cancelled && !t->cancel_disabled;
}

void __tw_cancel_point(void) {
    if (__tw_cancel_due()) __tw_end_thread(PTHREAD_CANCELED);
}

void pthread_testcancel(void) { __tw_cancel_point(); }

int pthread_cancel(pthread_t id) {
    struct tw_thread *t = __tw_find(id);
    if (!t || (t->ended && t->detached)) {
        __tw_misuse("pthread_cancel", "there is no such thread, or it has been joined or detached already");
        return ESRCH;
    }
    if (t->ended) return 0;
    t->cancelled = 1;
    if (t->cancel_async && !t->cancel_disabled) {
        if (t == __tw_me()) __tw_cancel_point();
        __tw_unsupported("asynchronous cancellation");
    }
    return 0;
}

int pthread_setcancelstate(int state, int *old) {
    struct tw_thread *t = __tw_me();
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
    int before = t->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    t->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
    if (old) {
        __tw_access(old, sizeof *old, 1);
        *old = before;
    }
    if (t->cancel_async) __tw_cancel_point();
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    struct tw_thread *t = __tw_me();
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
    int before = t->cancel_async ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    t->cancel_async = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    if (old) {
        __tw_access(old, sizeof *old, 1);
        *old = before;
    }
    if (t->cancel_async) __tw_cancel_point();
    return 0;
}

/* ---- clean-up handlers: runtime/include/pthread.h expands pthread_cleanup_push to these ---- */

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *b, void (*routine)(void *), void *arg) {
    struct tw_thread *t = __tw_me();
    b->__routine = routine;
    b->__arg = arg;
    b->__canceltype = 0;
    b->__prev = t->handlers;
    t->handlers = b;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *b, int execute) {
    struct tw_thread *t = __tw_me();
    t->handlers = b->__prev;
    if (execute) b->__routine(b->__arg);
}

void _pthread_cleanup_push_defer(struct _pthread_cleanup_buffer *b, void (*routine)(void *), void *arg) {
    _pthread_cleanup_push(b, routine, arg);
    struct tw_thread *t = __tw_me();
    b->__canceltype = t->cancel_async;
    t->cancel_async = 0;
}

void _pthread_cleanup_pop_restore(struct _pthread_cleanup_buffer *b, int execute) {
    struct tw_thread *t = __tw_me();
    t->handlers = b->__prev;
    t->cancel_async = (unsigned char)b->__canceltype;
    if (t->cancel_async) __tw_cancel_point();
    if (execute) b->__routine(b->__arg);
}

/* The form of the C library's own header: only the normal way through it is modelled. */
struct __jmp_buf_tag;
__attribute__((weak)) int __sigsetjmp(struct __jmp_buf_tag *env, int save_mask) {
    (void)env, (void)save_mask;
    return 0;
}

void __pthread_register_cancel(__pthread_unwind_buf_t *b) {
    (void)b;
    __tw_me()->jump_buffers++;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *b) {
    (void)b;
    __tw_me()->jump_buffers--;
}

void __pthread_unwind_next(__pthread_unwind_buf_t *b) {
    (void)b;
    __tw_unsupported("__pthread_unwind_next");
}

/* ---- once: 0 not yet, 2 done, otherwise 4 * (number of the thread that runs it) + 1 ---- */

static void once_undone(void *control) { *(int *)control = 0; }

int __tw_once(int *control, void (*routine)(void)) {
    if (*control == 2) return 0;
    if (*control != 0) __tw_block(TW_ONCE, *control >> 2);
    struct _pthread_cleanup_buffer b;
    *control = 4 * __tw_self() + 1;
    _pthread_cleanup_push(&b, once_undone, control);
    routine();
    tw_point();
    _pthread_cleanup_pop(&b, 0);
    *control = 2;
    return 0;
}

int pthread_once(pthread_once_t *control, void (*routine)(void)) { return __tw_once(control, routine); }

/* ---- attributes ---- */

struct attr {
    int detached, policy, inherit, scope, priority;
    size_t stack_size, guard_size;
    void *stack;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))
enum { STACK_SIZE = 8 << 20 };

int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*f)(void *), void *arg) {
    int detached = attr && CATTR(attr)->detached == PTHREAD_CREATE_DETACHED;
    __tw_access(id, sizeof *id, 1);
    *id = (pthread_t)__tw_start(f, arg, TW_START_POSIX, detached) + 1;
    return 0;
}

int pthread_attr_init(pthread_attr_t *a) {
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->stack_size = STACK_SIZE;
    ATTR(a)->guard_size = (size_t)__tw_page_size;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a) {
    (void)a;
    return 0;
}

int pthread_getattr_np(pthread_t id, pthread_attr_t *a) {
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    pthread_attr_init(a);
    ATTR(a)->detached = t->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE) return EINVAL;
    ATTR(a)->detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) {
    *state = CATTR(a)->detached;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes) {
    if (bytes < 16384) return EINVAL;
    ATTR(a)->stack_size = bytes;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *bytes) {
    *bytes = CATTR(a)->stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *a, size_t bytes) {
    ATTR(a)->guard_size = bytes;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *bytes) {
    *bytes = CATTR(a)->guard_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *stack, size_t bytes) {
    if (bytes < 16384) return EINVAL;
    ATTR(a)->stack = stack;
    ATTR(a)->stack_size = bytes;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **stack, size_t *bytes) {
    *stack = CATTR(a)->stack;
    *bytes = CATTR(a)->stack_size;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) {
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
    ATTR(a)->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy) {
    *policy = CATTR(a)->policy;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit) {
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED) return EINVAL;
    ATTR(a)->inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherit) {
    *inherit = CATTR(a)->inherit;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *a, int scope) {
    if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
    if (scope != PTHREAD_SCOPE_SYSTEM) return EINVAL;
    ATTR(a)->scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *a, int *scope) {
    *scope = CATTR(a)->scope;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) {
    ATTR(a)->priority = p->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) {
    p->sched_priority = CATTR(a)->priority;
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t bytes, const cpu_set_t *set) {
    (void)a, (void)bytes, (void)set;
    return 0;
}

/* ---- scheduling, names: no effect on what is possible ---- */

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *p) {
    (void)policy, (void)p;
    return __tw_find(id) ? 0 : ESRCH;
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *p) {
    if (!__tw_find(id)) return ESRCH;
    *policy = SCHED_OTHER;
    p->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority) {
    (void)priority;
    return __tw_find(id) ? 0 : ESRCH;
}

int pthread_setaffinity_np(pthread_t id, size_t bytes, const cpu_set_t *set) {
    (void)bytes, (void)set;
    return __tw_find(id) ? 0 : ESRCH;
}

int pthread_getaffinity_np(pthread_t id, size_t bytes, cpu_set_t *set) {
    if (!__tw_find(id)) return ESRCH;
    __tw_access(set, bytes, 1);
    __builtin_memset(set, 0, bytes);
    __tw_assumed(TW_PROCESSORS);
    for (int i = 0; i < __tw_processors && (size_t)i < 8 * bytes; i++) ((unsigned char *)set)[i / 8] |= (unsigned char)(1 << i % 8);
    return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock) {
    if (!__tw_find(id)) return ESRCH;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

static int concurrency;

int pthread_setconcurrency(int level) {
    if (level < 0) return EINVAL;
    concurrency = level;
    return 0;
}

int pthread_getconcurrency(void) { return concurrency; }

int pthread_setname_np(pthread_t id, const char *name) {
    struct tw_thread *t = __tw_find(id);
    size_t n = 0;
    if (!t) return ESRCH;
    while (name[n]) n++;
    if (n > 15) return ERANGE;
    if (!t->name) t->name = new_object(16);
    __builtin_memset(t->name, 0, 16);
    for (size_t i = 0; i < n; i++) t->name[i] = name[i];
    return 0;
}

int pthread_getname_np(pthread_t id, char *name, size_t bytes) {
    struct tw_thread *t = __tw_find(id);
    size_t n = 0;
    if (!t) return ESRCH;
    if (t->name)
        while (t->name[n]) n++;
    if (n >= bytes) return ERANGE;
    __tw_access(name, n + 1, 1);
    for (size_t i = 0; i < n; i++) name[i] = t->name[i];
    name[n] = 0;
    return 0;
}

/* Headers give pthread_yield another name. */
int __tw_yield(void) __asm__("pthread_yield");
int __tw_yield(void) {
    tw_point();
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare, (void)parent, (void)child;
    return 0;
}

int pthread_kill(pthread_t id, int signal) {
    if (signal == 0) return __tw_find(id) ? 0 : ESRCH;
    __tw_unsupported("pthread_kill");
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    (void)how, (void)set;
    if (old) __builtin_memset(old, 0, sizeof *old);
    return 0;
}
