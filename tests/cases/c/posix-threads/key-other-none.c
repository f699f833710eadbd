// The destructor of one key sets a value of another that has no destructor: the memory is lost with the thread.
// expect: memory=FALSE
// states: 38
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t a, b;

static void destroy_a(void *p) { pthread_setspecific(b, malloc(4)); }

static void *run(void *p) {
    pthread_setspecific(a, &a);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&a, destroy_a);
    pthread_key_create(&b, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
