// Each thread uses a variable of the loop body and is joined within it.
// expect: TRUE
// states: 68
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
        pthread_join(t[i], NULL);
    }
    return 0;
}
