// A clean-up handler is pushed and popped between setjmp and longjmp (POSIX longjmp).
// expect: TRUE
// states: 11
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;

static void clean(void *p) {}

static void fail(void) {
    pthread_cleanup_push(clean, 0);
    pthread_cleanup_pop(0);
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        fail();
    return 0;
}
