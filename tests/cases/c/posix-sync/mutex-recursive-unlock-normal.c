// Unlocking a normal mutex that another thread holds is undefined (POSIX pthread_mutex_lock, table of types).
// expect: pthread=FALSE
// states: 15
#include <pthread.h>

static pthread_mutex_t m;

static void *other(void *p) {
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    return 0;
}
