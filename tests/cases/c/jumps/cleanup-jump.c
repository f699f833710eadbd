// A clean-up handler that pthread_exit runs leaves it by a jump: undefined (POSIX longjmp).
// expect: memory=FALSE
// states: 17
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;

static void clean(void *p) { longjmp(env, 1); }

static void *run(void *p) {
    if (setjmp(env) == 0) {
        pthread_cleanup_push(clean, 0);
        pthread_exit(0);
        pthread_cleanup_pop(0);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
