// A thread tests what the other one has perhaps not yet written.
// expect: memory=FALSE
// states: 53
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    *(volatile int *)p = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int *p = malloc(sizeof *p);
    pthread_create(&t, NULL, run, (void *)p);
    pthread_mutex_lock(&m);
    if (*p == 1)
        puts("written");
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    free((void *)p);
    return 0;
}
