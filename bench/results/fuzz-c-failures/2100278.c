// Seed 2100278, -O2. With these reductions something differs:
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
volatile int f;
volatile int t[3];
int g0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
void *w0(void *arg);
int main(void);
void *w0(void *arg) {
    pthread_mutex_lock(&m);
        while (!f) pthread_cond_wait(&cv, &m);
        g0 = f;
    pthread_mutex_unlock(&m);
    return (void *)(long)g0;
}
int main(void) {
    int l0 = 0;
    int l1 = 1;
    int u[2] = {0, 2};
    void *r0 = 0;
    pthread_t h0;
    pthread_create(&h0, 0, w0, u);
    if (!c) {
        l0 = a;
    }
    pthread_join(h0, &r0);
    l0 = (int)(long)r0 + 4 * l0;
    return a + b * 8 + c * 64 + t[0] * 512 + t[1] * 4096 + f * 32768 + l0 * 262144 + l1 * 2097152;
}
