// Seed 2100044, -O0. With these reductions something differs:
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
volatile int t[3];
int g0;
sem_t s;
void *w0(void *arg);
int main(void);
void *w0(void *arg) {
    t[1] = 3;
    if (sem_trywait(&s) == 0) g0 = 2;
    t[0] = 1;
    sem_wait(&s);
    t[g0 & 1] = g0;
    return (void *)(long)g0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    int u[2] = {0, 2};
    void *r0 = 0;
    pthread_t h0;
    sem_init(&s, 0, 1);
    pthread_create(&h0, 0, w0, u);
    t[1] = 0;
    t[0] = 1;
    pthread_join(h0, &r0);
    l0 = (int)(long)r0 + 4 * l0;
    return l0 + l1 * 256;
}
