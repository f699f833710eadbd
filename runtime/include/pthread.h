/* The system's pthread.h with clean-up handlers as calls (the C library uses setjmp). */
#include_next <pthread.h>
#ifndef THREADWISE_PTHREAD_H
#define THREADWISE_PTHREAD_H
#ifndef __cplusplus
#undef pthread_cleanup_push
#undef pthread_cleanup_pop
extern void _pthread_cleanup_push(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
extern void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);
#define pthread_cleanup_push(routine, arg) \
    do {                                   \
        struct _pthread_cleanup_buffer __tw_cleanup; \
        _pthread_cleanup_push(&__tw_cleanup, (routine), (arg));
#define pthread_cleanup_pop(execute)                 \
        _pthread_cleanup_pop(&__tw_cleanup, (execute)); \
    } while (0)
#ifdef __USE_GNU
#undef pthread_cleanup_push_defer_np
#undef pthread_cleanup_pop_restore_np
extern void _pthread_cleanup_push_defer(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
extern void _pthread_cleanup_pop_restore(struct _pthread_cleanup_buffer *, int);
#define pthread_cleanup_push_defer_np(routine, arg) \
    do {                                   \
        struct _pthread_cleanup_buffer __tw_cleanup; \
        _pthread_cleanup_push_defer(&__tw_cleanup, (routine), (arg));
#define pthread_cleanup_pop_restore_np(execute)                 \
        _pthread_cleanup_pop_restore(&__tw_cleanup, (execute)); \
    } while (0)
#endif
#endif
#endif
