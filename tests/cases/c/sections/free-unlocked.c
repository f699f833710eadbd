// Memory is freed without the lock under which it is written.
// expect: memory=FALSE data-race=FALSE
// states: 64
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *p;
static void *work(void *arg) {
    pthread_mutex_lock(&m);
    if (p) {
    *p = 1;
    *p = 2;
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    p = malloc(sizeof *p);
    *p = 0;
    pthread_create(&a, 0, work, 0);
    free(p);
    pthread_join(a, 0);
    return 0;
}
