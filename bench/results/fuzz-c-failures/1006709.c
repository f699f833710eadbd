// Seed 1006709, -O0. With these reductions something differs:
// access,future,lone,sections: Outcomes: outcomes missing [16], invented [];
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
pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;
pthread_t h;
void *w0(void *arg);
void *w1(void *arg);
int main(void);
void *w0(void *arg) {
    int l1 = 1;
    pthread_mutex_lock(&k);
    pthread_create(&h, 0, w1, &l1);
    pthread_mutex_unlock(&k);
    b = a;
    return 0;
}
void *w1(void *arg) {
    int l0 = 0;
    if (pthread_mutex_trylock(&k)) { a = 2; } else { l0 = a; pthread_mutex_unlock(&k); }
    return 0;
}
int main(void) {
    int u[2] = {0, 2};
    pthread_t h0;
    pthread_create(&h0, 0, w0, &u[1]);
    return b * 8;
}
