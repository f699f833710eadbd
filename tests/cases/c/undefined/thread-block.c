// A thread gets the address of a variable of a block and is joined before the block ends.
// expect: TRUE
// states: 27
#include <assert.h>
#include <pthread.h>

static void *run(void *p) {
    *(int *)p += 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    {
        int x = 1;
        pthread_create(&t, NULL, run, &x);
        pthread_join(t, NULL);
        assert(x == 2);
    }
    return 0;
}
