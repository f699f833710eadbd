// Seed 2100048, -O0. With these reductions something differs:
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
int g1 = 1;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t bar;
pthread_t h;
int get(int *from);
void swap(int *x, int *y);
void count(int n, int *x);
void *w0(void *arg);
void *w1(void *arg);
int main(void);
int get(int *from) {
    return *from;
}
void swap(int *x, int *y) {
    int z = *x;
    *x = *y;
    *y = z;
    return;
}
void count(int n, int *x) {
    *x += n;
    if (n > 1) count(n - 1, x);
    return;
}
void *w0(void *arg) {
    int l0 = 0;
    int l1 = 1;
    pthread_create(&h, 0, w1, &l1);
    count(1, (int *)&a);
    if (a) {
        swap((int *)&a, &l0);
    }
    return (void *)(long)l0;
}
void *w1(void *arg) {
    pthread_barrier_wait(&bar);
    pthread_rwlock_rdlock(&rw);
        g1 = get((int *)&a);
    pthread_rwlock_unlock(&rw);
    return (void *)(long)g1;
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
