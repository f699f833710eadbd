// A thread waits for a condition, and was woken or not: nothing else tells which.
// expect: deadlock=FALSE
// states: 76
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    if (!ready)
        return 0;
    if (__VERIFIER_nondet_bool())
        pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
