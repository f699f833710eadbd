// A thread uses a variable of a block that its creator leaves only after the join.
// expect: TRUE
// states: 24
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
        pthread_join(t, NULL);
    }
    return 0;
}
