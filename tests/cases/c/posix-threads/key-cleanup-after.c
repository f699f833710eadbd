// The destructors of keys have not run yet when the clean-up handlers do (POSIX 2.9.5.3, pthread_exit).
// expect: assertion=FALSE
// states: 39
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t never;
static int handled, destroyed;

static void handle(void *p) {
    assert(pthread_getspecific(key) == &key);
    assert(destroyed);
    handled = 1;
}

static void destroy(void *p) { destroyed = 1; }

static void *run(void *p) {
    pthread_setspecific(key, &key);
    pthread_cleanup_push(handle, NULL);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(handled && destroyed);
    return 0;
}
