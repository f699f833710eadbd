// The value of pthread_exit points to a local variable of the thread, which does not outlive it (POSIX pthread_exit, DESCRIPTION).
// expect: memory=FALSE
// states: 18
#include <assert.h>
#include <pthread.h>

static void *run(void *p) {
    int n = 5;
    pthread_exit(&n);
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &result);
    assert(*(int *)result == 5);
    return 0;
}
