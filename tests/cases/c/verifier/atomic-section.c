// Two threads change two variables in atomic sections: no race, and nobody sees half.
// expect: TRUE
// states: 58
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int x, y;

static void *run(void *p) {
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    __VERIFIER_atomic_begin();
    assert(x == y);
    __VERIFIER_atomic_end();
    run(NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
