// The variable of the loop body dies at the end of each round (C17 6.2.4p6), when its thread may not have read it yet.
// expect: memory=FALSE data-race=FALSE
// states: 152
#include <assert.h>
#include <pthread.h>

static void *run(void *p) {
    assert(*(int *)p >= 0);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int n = i;
        pthread_create(&t[i], NULL, run, &n);
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
