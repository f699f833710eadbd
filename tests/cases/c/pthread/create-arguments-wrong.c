// Both threads get the address of the loop counter, which goes on changing.
// expect: assertion=FALSE data-race=FALSE
// states: 2356
#include <assert.h>
#include <pthread.h>

static _Atomic int results[3];

static void *store(void *p) {
    int i = *(volatile int *)p;
    results[i] = i + 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    volatile int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, store, (void *)&i);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(results[0] == 1);
    return 0;
}
