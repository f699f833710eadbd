// Program P'' of [DKKW11] section 1.1: only the first thread gets past r == 1, so s and its own l stay equal. A proof needs s == l, which is about a shared and a local variable.
// r stops at 2: a counter that wraps around would let another thread in.
// expect: TRUE
// options: --threads 3
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static unsigned char r, s;

static void *run(void *p) {
    unsigned char l = 0;
    __VERIFIER_atomic_begin();
    if (r < 2)
        ++r;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    bool first = r == 1;
    __VERIFIER_atomic_end();
    while (first) {
        __VERIFIER_atomic_begin();
        ++s;
        ++l;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        assert(s == l);
        __VERIFIER_atomic_end();
    }
    return p;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, run, 0);
    }
}
