// Without a destructor nobody frees the value of the thread that has ended.
// expect: memory=FALSE
// states: 29
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *run(void *p) {
    pthread_setspecific(key, malloc(4));
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_key_delete(key);
    return 0;
}
