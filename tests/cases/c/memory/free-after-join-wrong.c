// Without the join, memory is freed while the thread may still use it.
// expect: memory=FALSE data-race=FALSE
// states: 40
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
    free(p);
    pthread_join(t, NULL);
    return 0;
}
