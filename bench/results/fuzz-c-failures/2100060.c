// Seed 2100060, -O0. With these reductions something differs:
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): step 7: the trace does not fit: thread 0 is interrupted in atomic code
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): step 7: the trace does not fit: thread 0 is interrupted in atomic code
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
volatile int f;
_Atomic int t[3];
int g0;
sem_t s;
pthread_t h;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int l1 = 1;
    struct node *n = 0;
    pthread_create(&h, 0, w1, &l1);
    sem_wait(&s);
    sem_wait(&s);
    return n;
}
void *w1(void *arg) {
    int l0 = 0;
    sem_wait(&s);
    sem_wait(&s);
    return (void *)(long)l0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    int u[2] = {0, 2};
    struct node *n = 0;
    void *r0 = 0;
    pthread_t h0;
    sem_init(&s, 0, 1);
    pthread_create(&h0, 0, w0, u);
    pthread_join(h0, &r0);
    n = r0; if (n) { l0 = n->v; free(n); }
    pthread_join(h, 0);
    return a + b * 8 + t[0] * 64 + t[1] * 512 + f * 4096 + l0 * 32768 + l1 * 262144 + g0 * 2097152;
}
