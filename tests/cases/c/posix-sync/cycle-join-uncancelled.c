// A thread that cannot be cancelled joins one that waits for its mutex, and main cancels it in vain (POSIX pthread_setcancelstate).
// expect: deadlock=FALSE
// states: 51
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t[2];

static void unlock(void *p) { pthread_mutex_unlock(p); }

static void *second(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

static void *first(void *p) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[1], NULL);
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_create(&t[0], NULL, first, NULL);
    pthread_cancel(t[0]);
    pthread_join(t[0], NULL);
    return 0;
}
