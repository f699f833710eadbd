// Program P' of [DKKW11] section 1.1: the first thread moves its own l and clears t; the second one has another l. With s == l as one shared variable, an abstraction would be safe.
// expect: assertion=FALSE
// options: --threads 3
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern void __VERIFIER_assume(int cond);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int s;
static bool t = true;

static void *run(void *p) {
    int l = 0;
    __VERIFIER_atomic_begin();
    assert(t == (s == l));
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(t);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ++l;
    t = false;
    __VERIFIER_atomic_end();
    return p;
}

int main(void) {
    for (;;) {
        pthread_t id;
        pthread_create(&id, 0, run, 0);
    }
}
