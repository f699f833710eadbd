// Seed 2100307, -O0. With these reductions something differs:
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
volatile int a;
volatile int b;
_Atomic int c = 1;
_Atomic int f;
volatile int t[3];
int g0;
pthread_barrier_t bar;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int *p = 0;
    a = g0;
    pthread_barrier_wait(&bar);
    return p;
}
void *w1(void *arg) {
    int l1 = 1;
    struct node *n = 0;
    b = l1;
    pthread_barrier_wait(&bar);
    return n;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    int *p = 0;
    void *r0 = 0;
    pthread_t h0;
    pthread_t h1;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&h0, 0, w0, 0);
    pthread_barrier_wait(&bar);
    pthread_create(&h1, 0, w1, &l1);
    l1 = c;
    pthread_join(h0, &r0);
    p = r0; if (p) l0 = *p;
    pthread_join(h1, 0);
    return a + b * 8 + c * 64 + t[0] * 512 + t[1] * 4096 + f * 32768 + l0 * 262144 + l1 * 2097152;
}
