// The destructor of a deleted key is not called, although the thread has a value (POSIX pthread_key_delete, DESCRIPTION).
// expect: TRUE
// states: 30
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t set, go;

static void never(void *p) { assert(0); }

static void *run(void *p) {
    pthread_setspecific(key, &key);
    sem_post(&set);
    sem_wait(&go);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&set, 0, 0);
    sem_init(&go, 0, 0);
    pthread_key_create(&key, never);
    pthread_create(&t, NULL, run, NULL);
    sem_wait(&set);
    pthread_key_delete(key);
    sem_post(&go);
    pthread_join(t, NULL);
    return 0;
}
