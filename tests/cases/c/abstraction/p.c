// Program P of [DKKW11] section 1.1: the second thread finds that s has become 1. With s != l as a local variable that nobody else updates, an abstraction would be safe.
// expect: assertion=FALSE
// options: --threads 3
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned char s;

static void *run(void *p) {
    unsigned char l = 1;
    __VERIFIER_atomic_begin();
    assert(s != l);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ++s;
    __VERIFIER_atomic_end();
    return p;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, run, 0);
    }
}
