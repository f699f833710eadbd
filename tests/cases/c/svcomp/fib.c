// The program fib_bench of pthread: the largest value that two threads can reach is not exceeded.
// expect: TRUE
// options: --memory-model sc
#include <pthread.h>

extern void abort(void);
void reach_error() { __builtin_abort(); }
extern void __VERIFIER_atomic_begin();
extern void __VERIFIER_atomic_end();

int i, j;
int cur = 1, prev = 0, next = 0, x;

int fib() {
    for (x = 0; x < 8; x++) {
        next = prev + cur;
        prev = cur;
        cur = next;
    }
    return prev;
}

void *t1(void *arg) {
    for (int k = 0; k < 2; k++) {
        __VERIFIER_atomic_begin();
        i += j;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *t2(void *arg) {
    for (int k = 0; k < 2; k++) {
        __VERIFIER_atomic_begin();
        j += i;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main(int argc, char **argv) {
    pthread_t id1, id2;
    __VERIFIER_atomic_begin();
    i = 1;
    j = 1;
    __VERIFIER_atomic_end();
    pthread_create(&id1, ((void *)0), t1, ((void *)0));
    pthread_create(&id2, ((void *)0), t2, ((void *)0));
    int correct = fib();
    __VERIFIER_atomic_begin();
    _Bool assert_cond = i <= correct && j <= correct;
    __VERIFIER_atomic_end();
    if (!assert_cond) {
        __VERIFIER_error();
        abort();
    }
    return 0;
}
