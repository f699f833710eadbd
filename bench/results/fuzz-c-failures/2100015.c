// Seed 2100015, -O0. With these reductions something differs:
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): step 8: the trace does not fit: thread 0 is interrupted in atomic code
// all: Outcomes: the engine's trace is not an execution (deadlock: no thread can go on): step 8: the trace does not fit: thread 0 is interrupted in atomic code
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
int g0;
sem_t s;
void *two(void *arg);
void *w0(void *arg);
int main(void);
void *two(void *arg) {
    if (b) a = 2;
    return (void *)&g0;
}
void *w0(void *arg) {
    g0 += a;
    { pthread_t z; void *v; pthread_create(&z, 0, two, 0); pthread_join(z, &v); g0 = *(int *)v; }
    sem_wait(&s);
    return (void *)(long)g0;
}
int main(void) {
    int u[2] = {0, 2};
    pthread_t h0;
    sem_init(&s, 0, 1);
    pthread_create(&h0, 0, w0, u);
    for (int i = 0; i < 2; i++) {
        sem_wait(&s);
    }
    return a + b * 8;
}
