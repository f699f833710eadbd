// A new key is NULL in threads that run already, whatever main sets (POSIX pthread_key_create, DESCRIPTION).
// expect: TRUE
// states: 47
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t go;

static void *run(void *p) {
    sem_wait(&go);
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &go);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&go, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &key);
    sem_post(&go);
    pthread_join(t, NULL);
    assert(pthread_getspecific(key) == &key);
    pthread_key_delete(key);
    return 0;
}
