// Seed 2100037, -O0. With these reductions something differs:
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
int b;
_Atomic int c = 1;
volatile int f;
_Atomic int t[3];
int g1 = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
pthread_barrier_t bar;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int l0 = 0;
    pthread_mutex_lock(&m);
        if (!f) pthread_cond_wait(&cv, &m);
        l0 = f;
    pthread_mutex_unlock(&m);
    return (void *)(long)l0;
}
void *w1(void *arg) {
    g1 = c;
    pthread_barrier_wait(&bar);
    return (void *)(long)g1;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    void *r0 = 0;
    pthread_t h0;
    pthread_t h1;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&h0, 0, w0, &l1);
    pthread_create(&h1, 0, w1, &l1);
    pthread_join(h0, &r0);
    l0 = (int)(long)r0 + 4 * l0;
    pthread_join(h1, 0);
    return a + b * 8 + c * 64 + t[0] * 512 + t[1] * 4096 + f * 32768 + l0 * 262144 + l1 * 2097152;
}
