// The address of a thread-local variable is used after its thread has ended.
// expect: memory=FALSE
// states: 16
#include <pthread.h>

static _Thread_local int n;

static void *run(void *p) { return &n; }

int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &p);
    *(volatile int *)p = 1;
    return 0;
}
