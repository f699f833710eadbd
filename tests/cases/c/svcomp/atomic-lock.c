// A lock made of __VERIFIER_atomic sections and an assumption keeps a counter exact, as in the pthread-atomic programs.
// expect: TRUE
// states: 300
#include <pthread.h>

extern void abort(void);
void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static volatile int lock, counter;

static void acquire(void) {
    __VERIFIER_atomic_begin();
    assume_abort_if_not(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
}

static void release(void) {
    __VERIFIER_atomic_begin();
    lock = 0;
    __VERIFIER_atomic_end();
}

void *thr1(void *arg) {
    acquire();
    int old = counter;
    counter = old + 1;
    release();
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, thr1, 0);
    pthread_create(&t2, 0, thr1, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    if (counter != 2)
        reach_error();
    return 0;
}
