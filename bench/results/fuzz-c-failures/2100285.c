// Seed 2100285, -O2. With these reductions something differs:
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
int b;
_Atomic int c = 1;
int f;
volatile int t[3];
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t bar;
pthread_t h;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int l0 = 0;
    int l1 = 1;
    int *p = 0;
    pthread_rwlock_wrlock(&rw);
        pthread_barrier_wait(&bar);
    pthread_rwlock_unlock(&rw);
    c = l0;
    pthread_create(&h, 0, w1, &l1);
    return p;
}
void *w1(void *arg) {
    int l0 = 0;
    a += 2;
    for (int i = 0; i < 2; i++) a += i;
    return (void *)(long)l0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    int *p = 0;
    void *r0 = 0;
    pthread_t h0;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&h0, 0, w0, 0);
    pthread_join(h0, &r0);
    p = r0; if (p) l0 = *p;
    pthread_join(h, 0);
    return a + b * 8 + c * 64 + t[0] * 512 + t[1] * 4096 + f * 32768 + l0 * 262144 + l1 * 2097152;
}
