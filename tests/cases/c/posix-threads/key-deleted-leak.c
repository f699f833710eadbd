// The key is deleted while the thread has a value of it: nobody frees the memory (POSIX pthread_key_delete, DESCRIPTION).
// expect: memory=FALSE
// states: 31
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *run(void *p) {
    pthread_setspecific(key, malloc(4));
    pthread_key_delete(key);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
