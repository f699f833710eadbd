// Two threads join each other beside main, which goes on (POSIX pthread_join: EDEADLK may be detected, it need not).
// expect: deadlock=FALSE
// states: 122
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first, second;

static void *join_second(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_join(second, NULL);
    return p;
}

static void *join_first(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_join(first, NULL);
    return p;
}

int main(void) {
    pthread_mutex_lock(&gate);
    pthread_create(&first, NULL, join_second, NULL);
    pthread_create(&second, NULL, join_first, NULL);
    pthread_mutex_unlock(&gate);
    return 0;
}
