// The twin: it is freed while the thread runs.
// expect: assertion=FALSE
// states: 62
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void *got, *gave;
void *work(void *arg) { got = malloc(4); return arg; }
int main(void) {
    pthread_t a;
    void *p = malloc(4);
    gave = p;
    pthread_create(&a, 0, work, 0);
    free(p);
    pthread_join(a, 0);
    assert(got != gave);
    free(got);
    return 0;
}
