// Nobody takes the result of the thread, so the memory that it points to is lost at the join.
// expect: memory=FALSE
// states: 27
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) {
    int *n = malloc(sizeof *n);
    *n = 5;
    pthread_exit(n);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
