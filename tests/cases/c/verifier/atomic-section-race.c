// An atomic section in one thread does not protect against plain accesses of another.
// expect: data-race=FALSE
// states: 25
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int x, y;

static void *run(void *p) {
    __VERIFIER_atomic_begin();
    y = 1;
    x = 1;
    __VERIFIER_atomic_end();
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
