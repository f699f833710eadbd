// A thread uses a compound literal of a block that its creator leaves only after the join.
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
        pthread_create(&t, NULL, run, &(int){1});
        pthread_join(t, NULL);
    }
    return 0;
}
