// The destructor of a key calls pthread_exit while the thread ends (POSIX pthread_exit, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 24
#include <pthread.h>

static pthread_key_t key;

static void leave(void *p) { pthread_exit(p); }

static void *run(void *p) {
    pthread_setspecific(key, &key);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, leave);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_key_delete(key);
    return 0;
}
