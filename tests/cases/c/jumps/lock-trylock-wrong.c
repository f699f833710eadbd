// A function is left by a jump while it holds a mutex; the code behind setjmp forgets to unlock it: the other thread waits for ever (C17 7.13.2.1).
// expect: deadlock=FALSE
// states: 232
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void work(jmp_buf env, volatile int *held) {
    pthread_mutex_lock(&lock);
    *held = 1;
    shared++;
    if (shared == 1)
        longjmp(env, 1);
    *held = 0;
    pthread_mutex_unlock(&lock);
}

static void *run(void *p) {
    jmp_buf env;
    volatile int held = 0;
    if (setjmp(env) == 0)
        work(env, &held);
    else if (!held)
        pthread_mutex_unlock(&lock);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&lock) == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
