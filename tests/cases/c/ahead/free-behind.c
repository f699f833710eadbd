// Memory is freed after the join: the thread may not get its address again.
// expect: TRUE
// states: 35
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
    pthread_join(a, 0);
    assert(got != p);
    free(p);
    free(got);
    return 0;
}
