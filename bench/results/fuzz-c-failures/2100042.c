// Seed 2100042, -O0. With these reductions something differs:
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): the last thread stops in atomic code
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): the last thread stops in atomic code
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct node {
    int v;
    struct node *next;
};
struct pair {
    int x, y;
};
struct ops {
    int (*f)(int);
    int *p;
};
int a;
_Atomic int b;
int f;
_Atomic int t[3];
int g0;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t bar;
void *w0(void *arg);
int main(void);
void *w0(void *arg) {
    int l0 = 0;
    pthread_rwlock_rdlock(&rw);
        a = l0;
    pthread_rwlock_unlock(&rw);
    a += 1;
    if (b) assert(a > 1);
    pthread_rwlock_rdlock(&rw);
        pthread_barrier_wait(&bar);
    pthread_rwlock_unlock(&rw);
    return 0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    pthread_t h0;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&h0, 0, w0, 0);
    pthread_rwlock_rdlock(&rw);
        pthread_rwlock_rdlock(&rw);
            pthread_rwlock_rdlock(&rw);
                a = l1;
            pthread_rwlock_unlock(&rw);
        pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
    pthread_join(h0, 0);
    return a + b * 8 + t[0] * 64 + t[1] * 512 + f * 4096 + l0 * 32768 + l1 * 262144 + g0 * 2097152;
}
