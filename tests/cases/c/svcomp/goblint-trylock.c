// trylock as a condition, as in goblint-regression: the counter is written only where the lock was taken.
// expect: TRUE
// states: 117
#include <pthread.h>

int glob;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *t_fun(void *arg) {
    if (!pthread_mutex_trylock(&mutex)) {
        glob++;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, t_fun, NULL);
    int err = pthread_mutex_trylock(&mutex);
    if (err == 0) {
        glob++;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(id, NULL);
    return 0;
}
