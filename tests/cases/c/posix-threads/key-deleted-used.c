// A key is used after it was deleted (POSIX pthread_key_delete, pthread_getspecific: undefined).
// expect: pthread=FALSE
// states: 41
#include <pthread.h>

static pthread_key_t key;

static void *run(void *p) {
    pthread_getspecific(key);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
