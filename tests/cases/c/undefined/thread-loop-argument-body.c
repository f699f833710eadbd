// Each thread gets the address of a variable of the loop body, which dies at the end of the iteration (C17 6.2.4p2, 6.8.5p5).
// expect: memory=FALSE data-race=FALSE
// states: 200
#include <pthread.h>

static _Atomic int sum;

static void *run(void *p) {
    sum += *(int *)p;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int argument = i;
        pthread_create(&t[i], NULL, run, &argument);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
