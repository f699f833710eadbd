// A thread locks a mutex with the default attributes, which are those of a normal mutex on this platform, twice and waits for itself (POSIX pthread_mutexattr_settype), although main can return.
// expect: deadlock=FALSE
// states: 20
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
