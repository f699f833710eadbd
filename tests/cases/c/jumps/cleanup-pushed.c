// A clean-up handler is pushed between setjmp and longjmp, without its pop: undefined (POSIX longjmp).
// expect: pthread=FALSE
// states: 5
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;

static void clean(void *p) {}

static void fail(void) {
    pthread_cleanup_push(clean, 0);
    longjmp(env, 1);
    pthread_cleanup_pop(0);
}

int main(void) {
    if (setjmp(env) == 0)
        fail();
    return 0;
}
