// A compound literal lives until the end of the enclosing block (C17 6.5.2.5p5), which the creator may have left when the thread uses it.
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
        pthread_create(&t, NULL, run, &(int){1});
    }
    pthread_join(t, NULL);
    return 0;
}
