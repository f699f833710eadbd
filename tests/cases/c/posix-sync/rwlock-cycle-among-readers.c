// Of two readers the second one waits for a mutex whose holder waits for both; the first one runs on (POSIX.1-2017 pthread_rwlock_wrlock).
// expect: deadlock=FALSE
// states: 297
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held, stop;
static void *spin(void *arg) {
    pthread_rwlock_rdlock(&rw);
    held = 1;
    while (!stop)
        ;
    pthread_rwlock_unlock(&rw);
    return arg;
}
static void *wait(void *arg) {
    while (!held)
        ;
    pthread_rwlock_rdlock(&rw);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&rw);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, spin, 0);
    pthread_create(&b, 0, wait, 0);
    pthread_mutex_lock(&m);
    pthread_rwlock_wrlock(&rw);
    stop = 1;
    pthread_rwlock_unlock(&rw);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
