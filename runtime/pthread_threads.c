/* Threads (pthread.h): creation, joining, ending, deferred cancellation, clean-up handlers, keys, once, attributes.
 *
 * A pthread_t stands for the record of the thread (__tw_identity); in the strict reading it may be that of an earlier thread that is joined. The
 * order of the destructors of keys is any. Attributes but the detach state are kept and have no effect.
 * Not modelled: signals, asynchronous cancellation that strikes, pthread_exit through frames with C++ objects to
 * destroy or through the setjmp form of pthread_cleanup_push (setjmp.c has the others). Creation of a thread never fails. */
#include "internal.h"
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct tw_thread __tw_main_thread;

/* An object that belongs to a record, or is one: it is gone when nothing leads to it. */
static void *new_object(size_t bytes) {
    void *p = __tw_alloc(bytes, TW_RECORD);
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

/* Reports "function: what state". */
static void misused(const char *function, const char *what, const char *state) {
    char cause[100];
    size_t n = 0;
    while (*what && n < 40) cause[n++] = *what++;
    while (*state && n < sizeof cause - 1) cause[n++] = *state++;
    cause[n] = 0;
    __tw_misuse(function, cause);
}

int __tw_alive(const char *function, const char *what, int life) {
    int mark = tw_mark(life);
    if (mark == TW_USABLE) return 1;
    misused(function, what, mark == TW_DESTROYED ? " is destroyed" : " is not initialised");
    return 0;
}

/* A number is not compared with an address: no compiler may do it in advance. */
__attribute__((noinline)) static int are_equal(const void *a, const void *b) { return a == b; }

int __tw_is_self(const void *self, const void *object) { return __tw_is_pointer(self) && are_equal(self, object); }

int __tw_no_copy(const char *function, const char *what, const void *self, const void *object) {
    if (__tw_is_self(self, object)) return 1;
    misused(function, what, " is a copy of one that was initialised elsewhere");
    return 0;
}

void __tw_initialised_twice(const char *function, const char *what) {
    misused(function, what, " is initialised already");
}

/* ---- records ---- */

struct tw_thread *__tw_me(void) { return __tw_mine(); }

/* A record, if its thread is neither joined nor ended and detached. */
static struct tw_thread *kept(struct tw_thread *t) { return t && __tw_is_pointer(t) == 1 ? t : 0; }
static struct tw_thread *record(int number) { return kept(__tw_nth(number)); }

struct tw_thread *__tw_find(unsigned long id) {
    if (!__tw_strict_standard) return kept(__tw_record(id));
    if (id == 1) return record(0);
    for (int i = 1; __tw_nth(i); i++)
        if (record(i) && record(i)->id == id) return record(i);
    return 0;
}

unsigned long __tw_id_of(const struct tw_thread *t) { return t->id ? t->id : __tw_identity(t); }
unsigned long __tw_me_id(void) { return __tw_id_of(__tw_me()); }

/* The same, for who waits for the thread to end, or detaches it. */
static struct tw_thread *find_to_join(unsigned long id) {
    if (__tw_strict_standard) return __tw_find(id);
    return kept(__tw_joined(id));
}

/* In the strict reading, a pthread_t for a new thread: its own, or one of an earlier thread. */
static unsigned long new_id(void) {
    unsigned long own = 1;
    int unused = 0;
    while (__tw_nth((int)own)) own++;
    for (unsigned long i = 2; i < own; i++) unused += !__tw_find(i);
    int which = unused ? __tw_choose(unused + 1) : 0;
    if (!which) return own;
    for (unsigned long i = 2;; i++)
        if (!__tw_find(i) && !--which) return i;
}

static void release(struct tw_thread *t) {
    if (t->name) __tw_free(t->name);
    if (t->settings && t->settings->affinity) __tw_free(t->settings->affinity);
    if (t->settings) __tw_free(t->settings);
    t->name = 0;
    t->settings = 0;
    t->value = 0;
    t->detached = 1;
    if (t != &__tw_main_thread) __tw_free(t);
}

struct tw_settings *__tw_settings(struct tw_thread *t) {
    if (!t->settings) t->settings = new_object(sizeof *t->settings);
    return t->settings;
}

/* A new thread has the settings of its creator, and no signals of its own. */
static struct tw_settings *inherited(const struct tw_settings *from) {
    if (!from) return 0;
    struct tw_settings *s = new_object(sizeof *s);
    s->blocked = from->blocked;
    s->policy = from->policy;
    s->priority = from->priority;
    s->affinity_bytes = from->affinity_bytes;
    if (from->affinity) {
        s->affinity = new_object(from->affinity_bytes);
        __builtin_memcpy(s->affinity, from->affinity, from->affinity_bytes);
    }
    return s;
}

/* ---- values of keys ---- */

static struct tw_key *keys;

static struct tw_key *find_key(pthread_key_t number) {
    struct tw_key *k = keys;
    while (k && k->number < number) k = k->next;
    return k && k->number == number ? k : 0;
}

static int is_deleted(const struct tw_specific *v) { return __tw_is_pointer(v->key) != 1; }

/* The place of a value, or of the end. Values of keys that were deleted are dropped on the way. */
static struct tw_specific **find_value(struct tw_thread *t, const struct tw_key *key) {
    struct tw_specific **at = &t->values;
    while (*at) {
        struct tw_specific *v = *at;
        if (is_deleted(v)) {
            *at = v->next;
            __tw_free(v);
        } else if (v->key->number < key->number) {
            at = &v->next;
        } else {
            break;
        }
    }
    return at;
}

/* Removes a value and returns it. */
static void *take_value(struct tw_thread *t, const struct tw_key *key) {
    struct tw_specific **at = find_value(t, key), *v = *at;
    if (!v || v->key != key) return 0;
    void *value = v->value;
    *at = v->next;
    __tw_free(v);
    return value;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    struct tw_key **at = &keys;
    pthread_key_t number = 0;
    __tw_access(key, sizeof *key, 1);
    while (*at && (*at)->number == number) at = &(*at)->next, number++;
    if (number >= PTHREAD_KEYS_MAX) return EAGAIN;
    struct tw_key *k = new_object(sizeof *k);
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
    struct tw_key **at = &keys, *k = find_key(key);
    if (!k) {
        __tw_misuse("pthread_key_delete", "there is no such key");
        return EINVAL;
    }
    while (*at != k) at = &(*at)->next;
    *at = k->next;
    __tw_free(k);
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    struct tw_thread *t = __tw_me();
    struct tw_key *k = find_key(key);
    if (!k) {
        __tw_misuse("pthread_setspecific", "there is no such key");
        return EINVAL;
    }
    if (!value) {
        take_value(t, k);
        return 0;
    }
    struct tw_specific **at = find_value(t, k);
    if (!*at || (*at)->key != k) {
        struct tw_specific *v = new_object(sizeof *v);
        v->next = *at;
        v->key = k;
        *at = v;
    }
    (*at)->value = (void *)(uintptr_t)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key) {
    struct tw_thread *t = __tw_me();
    struct tw_key *k = find_key(key);
    if (!k) {
        __tw_misuse("pthread_getspecific", "there is no such key");
        return 0;
    }
    struct tw_specific *v = *find_value(t, k);
    return v && v->key == k ? v->value : 0;
}

/* The destructor that is called for a value; null if none. */
static void (*destructor_of(const struct tw_specific *v))(void *) {
    return is_deleted(v) ? 0 : v->key->destructor;
}

/* Calls the destructors of the values that there are now, in any order. */
static void destroy_values(struct tw_thread *t) {
    for (struct tw_specific *v = t->values; v; v = v->next) v->due = destructor_of(v) != 0;
    for (;;) {
        int count = 0;
        struct tw_specific *next = 0;
        for (struct tw_specific *v = t->values; v; v = v->next) count += v->due && destructor_of(v);
        if (!count) return;
        int which = count > 1 ? __tw_choose(count) : 0;
        for (struct tw_specific *v = t->values; v && !next; v = v->next)
            if (v->due && destructor_of(v) && which-- == 0) next = v;
        void (*destructor)(void *) = destructor_of(next);
        destructor(take_value(t, next->key));
        tw_point();
    }
}

static int has_destructors(struct tw_thread *t) {
    for (struct tw_specific *v = t->values; v; v = v->next)
        if (destructor_of(v)) return 1;
    return 0;
}

/* Destructors run as long as there are values, at most PTHREAD_DESTRUCTOR_ITERATIONS times. */
static void run_key_destructors(struct tw_thread *t) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && has_destructors(t); round++) destroy_values(t);
    while (t->values) {
        struct tw_specific *v = t->values;
        t->values = v->next;
        __tw_free(v);
    }
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
    __tw_access(t, 0, 1);
    t->ending = 1;
    if (t->handlers) __tw_misuse("pthread_cleanup_push", "the thread has returned without pthread_cleanup_pop");
    __tw_run_thread_destructors();
    run_key_destructors(t);
    if (t->owned) __tw_misuse("std::mutex", "a thread ends while it owns a mutex");
    if (__tw_last()) exit(0);
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
            if (kind == 3 || kind == 4 || (kind == 1 && !type))
                __tw_unsupported("pthread_exit or cancellation of a thread with objects to destroy");
        }
    }
}

void __tw_end_thread(void *result) {
    struct tw_thread *t = __tw_me();
    if (t->ending) __tw_misuse("pthread_exit", "the thread is ending already");
    t->ending = 1;
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

struct tw_thread *__tw_start(void *(*f)(void *), void *arg, int start_kind, int detached) {
    struct tw_thread *t = new_object(sizeof *t);
    t->settings = inherited(__tw_me()->settings);
    t->start = f;
    t->value = arg;
    t->start_kind = (unsigned char)start_kind;
    t->detached = (unsigned char)detached;
    __tw_thread_new(run, t, t);
    if (__tw_strict_standard) {
        t->id = new_id();
        __tw_assumed(TW_IDS_ARE_NUMBERS);
    } else {
        __tw_assumed(TW_IDS_ARE_FRESH);
    }
    return t;
}

/* Starts a detached thread: statements with a label __CPROVER_ASYNC_… */
void __tw_async_start(void (*f)(void *), void *arg) {
    __tw_start((void *(*)(void *))(void *)f, arg, TW_START_VOID, 1);
}

/* Joins a thread that has ended or blocks; no cancellation point. */
static int join(const char *function, unsigned long id, void **result) {
    struct tw_thread *t = find_to_join(id);
    if (!t) {
        __tw_misuse(function, "there is no such thread, or it has been joined or detached already");
        return ESRCH;
    }
    if (t->detached) {
        __tw_misuse(function, "the thread is detached or has been joined already");
        return EINVAL;
    }
    if (t == __tw_me()) {
        __tw_misuse(function, "a thread joins itself");
        return EDEADLK;
    }
    if (!t->ended && !result && __tw_goes_ahead(t)) {
        t->detached = 1;
        return 0;
    }
    /* Whoever may be cancelled here waits for anybody. */
    const struct tw_thread *me = __tw_me();
    int may_go_on = __tw_cancels && !me->cancel_disabled && !me->ending;
    if (!t->ended) __tw_block(TW_JOIN, may_go_on ? 0 : t, 0, 0);
    void *value = t->value;
    release(t);
    if (result) {
        __tw_access(result, sizeof *result, 1);
        *result = value;
    }
    return 0;
}

int __tw_join(const char *function, unsigned long id, void **result) {
    __tw_cancel_point();
    return join(function, id, result);
}

int pthread_join(pthread_t id, void **result) { return __tw_join("pthread_join", id, result); }

int pthread_tryjoin_np(pthread_t id, void **result) {
    struct tw_thread *t = __tw_find(id);
    if (t && !t->detached && !t->ended) return EBUSY;
    return join("pthread_tryjoin_np", id, result);
}

static int timed_join(pthread_t id, void **result, clockid_t clock, const struct timespec *until) {
    if (until) TW_READ(until);
    __tw_cancel_point();
    struct tw_thread *t = __tw_find(id);
    if (until && t && !t->detached && !t->ended && t != __tw_me() && __tw_choose(2)) {
        __tw_passes(__tw_until(clock, until));
        return ETIMEDOUT;
    }
    return join("pthread_timedjoin_np", id, result);
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *until) {
    return timed_join(id, result, CLOCK_REALTIME, until);
}

int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock, const struct timespec *until) {
    return timed_join(id, result, clock, until);
}

int __tw_detach(const char *function, unsigned long id) {
    struct tw_thread *t = find_to_join(id);
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
pthread_t pthread_self(void) { return __tw_me_id(); }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* ---- cancellation ---- */

int __tw_cancel_due(void) {
    struct tw_thread *t = __tw_me();
    return t->cancelled && !t->cancel_disabled && !t->ending;
}

void __tw_cancel_point(void) {
    if (__tw_cancels && __tw_cancel_due()) __tw_end_thread(PTHREAD_CANCELED);
}

/* Whether anybody has been cancelled: only then streams look whether the caller was. */
static int cancelled;

void __tw_stream_cancel_point(void) {
    if (__tw_cancels && cancelled && __tw_cancel_due() && __tw_choose(2)) __tw_end_thread(PTHREAD_CANCELED);
}

void __tw_optional_cancel_point(void) {
    if (__tw_cancels && __tw_strict_standard && __tw_cancel_due() && __tw_choose(2)) __tw_end_thread(PTHREAD_CANCELED);
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
    cancelled = 1;
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

/* The form of the C library's own header: only the normal way through it is modelled. In programs that jump, calls of
 * __sigsetjmp are taken apart by the front end. */
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

/* ---- once: 0 not yet, 1 a thread runs it, 2 done ---- */

static void once_undone(void *control) {
    *(int *)control = 0;
    __tw_unlocked(control, TW_INITIALISES);
}

int __tw_once(int *control, void (*routine)(void)) {
    if (!__tw_is_number((long long)(unsigned)*control)) {
        __tw_misuse("pthread_once", "the control is not initialised");
        return EINVAL;
    }
    if (*control == 2) return 0;
    if (*control != 0) __tw_block(TW_ONCE, control, 1 << TW_INITIALISES, 1);
    struct _pthread_cleanup_buffer b;
    *control = 1;
    __tw_locked(control, TW_INITIALISES);
    _pthread_cleanup_push(&b, once_undone, control);
    routine();
    tw_point();
    _pthread_cleanup_pop(&b, 0);
    *control = 2;
    __tw_unlocked(control, TW_INITIALISES);
    return 0;
}

void __tw_jump_over_handlers(struct _pthread_cleanup_buffer *before) {
    struct tw_thread *t = __tw_me();
    for (struct _pthread_cleanup_buffer *b = t->handlers; b; b = b->__prev)
        if (b->__routine == once_undone) __tw_unsupported("longjmp out of the function of a once");
    __tw_misuse("longjmp", "clean-up handlers were pushed or popped since setjmp");
    t->handlers = before;
}

/* The flag of std::call_once may be anywhere: our header <mutex> calls __tw_once. */
int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    if (__tw_is_automatic(control)) __tw_misuse("pthread_once", "the control has automatic storage duration");
    return __tw_once(control, routine);
}

/* ---- attributes ---- */

struct attr {
    unsigned char life, detached, policy, inherit, scope, priority;
    unsigned short affinity_bytes;
    size_t stack_size, guard_size;
    void *stack;
    unsigned char *affinity;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "attributes fit");

#define ATTR(a) ((struct attr *)(a))
#define CATTR(a) ((const struct attr *)(a))
enum { STACK_SIZE = 8 << 20 };

static int attributes(const char *function, const pthread_attr_t *a, int write) {
    __tw_access(a, sizeof *a, write);
    return __tw_alive(function, "the attributes object", CATTR(a)->life);
}

/* What explicit attributes say about scheduling. */
static void schedule(struct tw_thread *t, int policy, int priority, size_t bytes, const unsigned char *affinity) {
    struct tw_settings *s = __tw_settings(t);
    s->policy = policy;
    s->priority = priority;
    if (!affinity) return;
    if (s->affinity) __tw_free(s->affinity);
    s->affinity = new_object(bytes);
    s->affinity_bytes = bytes;
    __builtin_memcpy(s->affinity, affinity, bytes);
}

static struct tw_thread *start_with(struct attr *a, void *(*f)(void *), void *arg) {
    struct tw_thread *t = __tw_start(f, arg, TW_START_POSIX, a && a->detached == PTHREAD_CREATE_DETACHED);
    if (a && (a->inherit == PTHREAD_EXPLICIT_SCHED || a->affinity)) {
        int explicit = a->inherit == PTHREAD_EXPLICIT_SCHED;
        int policy = explicit || !t->settings ? a->policy : t->settings->policy;
        int priority = explicit || !t->settings ? a->priority : t->settings->priority;
        schedule(t, policy, priority, a->affinity_bytes, a->affinity);
    }
    return t;
}

/* Nothing requires the pthread_t to be stored before the thread runs; all known libraries do it. */
int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*f)(void *), void *arg) {
    struct attr copy;
    if (attr) attributes("pthread_create", attr, 0);
    if (attr) copy = *CATTR(attr);
    if (!__tw_strict_standard) {
        __tw_assumed(TW_ID_IS_STORED);
        TW_WRITE(id);
    }
    unsigned long new = __tw_id_of(start_with(attr ? &copy : 0, f, arg));
    if (__tw_strict_standard) TW_WRITE(id);
    *id = new;
    return 0;
}

int pthread_attr_init(pthread_attr_t *a) {
    TW_WRITE(a);
    if (tw_mark(CATTR(a)->life) == TW_USABLE) __tw_initialised_twice("pthread_attr_init", "the attributes object");
    __builtin_memset(a, 0, sizeof *a);
    ATTR(a)->life = TW_USABLE;
    ATTR(a)->stack_size = STACK_SIZE;
    ATTR(a)->guard_size = (size_t)__tw_page_size;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a) {
    if (!attributes("pthread_attr_destroy", a, 1)) return EINVAL;
    if (ATTR(a)->affinity) __tw_free(ATTR(a)->affinity);
    ATTR(a)->affinity = 0;
    ATTR(a)->life = TW_DESTROYED;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int value) {
    if (!attributes("pthread_attr_setdetachstate", a, 1)) return EINVAL;
    if (!(value == PTHREAD_CREATE_DETACHED || value == PTHREAD_CREATE_JOINABLE)) return EINVAL;
    ATTR(a)->detached = (unsigned char)value;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *to) {
    if (!attributes("pthread_attr_getdetachstate", a, 0)) return EINVAL;
    int value = CATTR(a)->detached;
    TW_WRITE(to);
    *to = value;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, size_t value) {
    if (!attributes("pthread_attr_setstacksize", a, 1)) return EINVAL;
    if (!(value >= 16384)) return EINVAL;
    ATTR(a)->stack_size = value;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *to) {
    if (!attributes("pthread_attr_getstacksize", a, 0)) return EINVAL;
    size_t value = CATTR(a)->stack_size;
    TW_WRITE(to);
    *to = value;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *a, size_t value) {
    if (!attributes("pthread_attr_setguardsize", a, 1)) return EINVAL;
    ATTR(a)->guard_size = value;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *to) {
    if (!attributes("pthread_attr_getguardsize", a, 0)) return EINVAL;
    size_t value = CATTR(a)->guard_size;
    TW_WRITE(to);
    *to = value;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *a, int value) {
    if (!attributes("pthread_attr_setschedpolicy", a, 1)) return EINVAL;
    if (!(value == SCHED_OTHER || value == SCHED_FIFO || value == SCHED_RR)) return EINVAL;
    ATTR(a)->policy = (unsigned char)value;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *to) {
    if (!attributes("pthread_attr_getschedpolicy", a, 0)) return EINVAL;
    int value = CATTR(a)->policy;
    TW_WRITE(to);
    *to = value;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *a, int value) {
    if (!attributes("pthread_attr_setinheritsched", a, 1)) return EINVAL;
    if (!(value == PTHREAD_INHERIT_SCHED || value == PTHREAD_EXPLICIT_SCHED)) return EINVAL;
    ATTR(a)->inherit = (unsigned char)value;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *a, int *to) {
    if (!attributes("pthread_attr_getinheritsched", a, 0)) return EINVAL;
    int value = CATTR(a)->inherit;
    TW_WRITE(to);
    *to = value;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *a, int scope) {
    if (!attributes("pthread_attr_setscope", a, 1)) return EINVAL;
    if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
    if (scope != PTHREAD_SCOPE_SYSTEM) return EINVAL;
    ATTR(a)->scope = (unsigned char)scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *a, int *scope) {
    if (!attributes("pthread_attr_getscope", a, 0)) return EINVAL;
    int value = CATTR(a)->scope;
    TW_WRITE(scope);
    *scope = value;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *stack, size_t bytes) {
    if (!attributes("pthread_attr_setstack", a, 1)) return EINVAL;
    if (bytes < 16384) return EINVAL;
    ATTR(a)->stack = stack;
    ATTR(a)->stack_size = bytes;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **stack, size_t *bytes) {
    if (!attributes("pthread_attr_getstack", a, 0)) return EINVAL;
    void *place = CATTR(a)->stack;
    size_t size = CATTR(a)->stack_size;
    TW_WRITE(stack);
    *stack = place;
    TW_WRITE(bytes);
    *bytes = size;
    return 0;
}

static int valid_priority(int policy, int priority) {
    return priority >= sched_get_priority_min(policy) && priority <= sched_get_priority_max(policy);
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) {
    TW_READ(p);
    int priority = p->sched_priority;
    if (!attributes("pthread_attr_setschedparam", a, 1)) return EINVAL;
    if (!valid_priority(CATTR(a)->policy, priority)) return EINVAL;
    ATTR(a)->priority = (unsigned char)priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) {
    if (!attributes("pthread_attr_getschedparam", a, 0)) return EINVAL;
    int priority = CATTR(a)->priority;
    TW_WRITE(p);
    p->sched_priority = priority;
    return 0;
}

/* All processors that there are. */
static void all_processors(size_t bytes, unsigned char *set) {
    __tw_assumed(TW_PROCESSORS);
    __builtin_memset(set, 0, bytes);
    for (int i = 0; i < __tw_processors && (size_t)i < 8 * bytes; i++) set[i / 8] |= (unsigned char)(1 << i % 8);
}

static void copy_set(size_t bytes, unsigned char *to, size_t from_bytes, const unsigned char *from) {
    __builtin_memset(to, 0, bytes);
    __builtin_memcpy(to, from, from_bytes < bytes ? from_bytes : bytes);
}

int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t bytes, const cpu_set_t *set) {
    __tw_access(set, bytes, 0);
    unsigned char *copy = new_object(bytes);
    __builtin_memcpy(copy, set, bytes);
    if (!attributes("pthread_attr_setaffinity_np", a, 1)) return EINVAL;
    if (ATTR(a)->affinity) __tw_free(ATTR(a)->affinity);
    ATTR(a)->affinity = copy;
    ATTR(a)->affinity_bytes = (unsigned short)bytes;
    return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *a, size_t bytes, cpu_set_t *set) {
    if (!attributes("pthread_attr_getaffinity_np", a, 0)) return EINVAL;
    __tw_access(set, bytes, 1);
    if (CATTR(a)->affinity)
        copy_set(bytes, (unsigned char *)set, CATTR(a)->affinity_bytes, CATTR(a)->affinity);
    else
        all_processors(bytes, (unsigned char *)set);
    return 0;
}

int pthread_getattr_np(pthread_t id, pthread_attr_t *a) {
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    int detached = t->detached, policy = t->settings ? t->settings->policy : SCHED_OTHER;
    int priority = t->settings ? t->settings->priority : 0;
    pthread_attr_init(a);
    ATTR(a)->detached = detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    ATTR(a)->policy = (unsigned char)policy;
    ATTR(a)->priority = (unsigned char)priority;
    return 0;
}

/* ---- scheduling, names: no effect on what is possible ---- */

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *p) {
    TW_READ(p);
    int priority = p->sched_priority;
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
    if (!valid_priority(policy, priority)) return EINVAL;
    __tw_settings(t)->policy = policy;
    __tw_settings(t)->priority = priority;
    return 0;
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *p) {
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    int its_policy = t->settings ? t->settings->policy : SCHED_OTHER;
    int its_priority = t->settings ? t->settings->priority : 0;
    TW_WRITE(policy);
    *policy = its_policy;
    TW_WRITE(p);
    p->sched_priority = its_priority;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority) {
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    if (!valid_priority(t->settings ? t->settings->policy : SCHED_OTHER, priority)) return EINVAL;
    __tw_settings(t)->priority = priority;
    return 0;
}

int pthread_setaffinity_np(pthread_t id, size_t bytes, const cpu_set_t *set) {
    __tw_access(set, bytes, 0);
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    struct tw_settings *s = __tw_settings(t);
    schedule(t, s->policy, s->priority, bytes, (const unsigned char *)set);
    return 0;
}

int pthread_getaffinity_np(pthread_t id, size_t bytes, cpu_set_t *set) {
    __tw_access(set, bytes, 1);
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    if (t->settings && t->settings->affinity)
        copy_set(bytes, (unsigned char *)set, t->settings->affinity_bytes, t->settings->affinity);
    else
        all_processors(bytes, (unsigned char *)set);
    return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock) {
    if (!__tw_find(id)) return ESRCH;
    TW_WRITE(clock);
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
    size_t n = 0;
    do __tw_access(name + n, 1, 0);
    while (name[n++]);
    struct tw_thread *t = __tw_find(id);
    if (!t) return ESRCH;
    if (--n > 15) return ERANGE;
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
