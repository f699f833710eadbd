// A thread gets the address of a variable of a block that ends before the join: the write may come too late, and nothing orders it with the end of the lifetime (C17 6.2.4p2).
// expect: memory=FALSE data-race=FALSE
// states: 16
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
    }
    pthread_join(t, NULL);
    return 0;
}
