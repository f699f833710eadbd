// Seed 2201941, -O1. With these reductions something differs:
// all: Outcomes: the engine's trace is not an execution (a read of a variable whose lifetime has ended): step 6: instruction 38 of 62 of thread 0: the thread blocks
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
int *ip;
_Thread_local int tl;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    ip = &tl;
    return 0;
}
void *w1(void *arg) {
    if (ip) a = *ip;
    return 0;
}
int main(void) {
    int l1 = 1;
    pthread_t h0;
    pthread_t h1;
    pthread_create(&h0, 0, w0, 0);
    pthread_create(&h1, 0, w1, &l1);
    pthread_join(h0, 0);
    return 0;
}
