// Each thread has its own value of a key; at the end of a thread the destructor frees it.
// expect: TRUE
// states: 65
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int freed;

static void destroy(void *p) {
    free(p);
    freed++;
}

static void *run(void *p) {
    assert(pthread_getspecific(key) == NULL);
    int *own = malloc(sizeof *own);
    pthread_setspecific(key, own);
    assert(pthread_getspecific(key) == own);
    return p;
}

int main(void) {
    pthread_t t;
    int x;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &x);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(freed == 1);
    assert(pthread_getspecific(key) == &x);
    pthread_key_delete(key);
    return 0;
}
