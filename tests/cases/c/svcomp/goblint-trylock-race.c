// trylock as a condition with the sense reversed, as in goblint-regression: the counter is written where the lock was not taken.
// expect: data-race=FALSE
// states: 110
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
    if (err) {
        glob++;
    }
    else
        pthread_mutex_unlock(&mutex);
    pthread_join(id, NULL);
    return 0;
}
