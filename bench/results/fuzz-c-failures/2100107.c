// Seed 2100107, -O0. With these reductions something differs:
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
_Atomic int a;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t bar;
pthread_t h;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int l0 = 0;
    int u[2] = {0, 2};
    pthread_rwlock_rdlock(&rw);
        pthread_barrier_wait(&bar);
        a = l0;
    pthread_rwlock_unlock(&rw);
    pthread_create(&h, 0, w1, &u[1]);
    return (void *)(long)l0;
}
void *w1(void *arg) {
    pthread_detach(pthread_self());
    pthread_rwlock_rdlock(&rw);
        pthread_barrier_wait(&bar);
    pthread_rwlock_unlock(&rw);
    return 0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    void *r0 = 0;
    pthread_t h0;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&h0, 0, w0, 0);
    pthread_join(h0, &r0);
    l0 = (int)(long)r0 + 4 * l0;
    pthread_join(h, 0);
    return l0 + l1 * 256;
}
