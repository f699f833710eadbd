// A thread's memory is freed after the thread has ended.
// expect: TRUE
// states: 30
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) {
    *(volatile int *)p = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    pthread_create(&t, NULL, run, p);
    pthread_join(t, NULL);
    assert(*p == 1);
    free(p);
    return 0;
}
