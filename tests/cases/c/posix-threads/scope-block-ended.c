// A thread may use a variable of a block that its creator has left (C17 6.2.4p2 and p6), and nothing orders the use and the death.
// expect: memory=FALSE data-race=FALSE
// states: 16
#include <assert.h>
#include <pthread.h>

static void *run(void *p) {
    assert(*(int *)p == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    {
        int x = 1;
        pthread_create(&t, NULL, run, &x);
    }
    pthread_join(t, NULL);
    return 0;
}
