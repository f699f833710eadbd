// A thread-local variable is read by another thread before the end of its own, or afterwards (C11 6.2.4p4).
// expect: assertion=FALSE memory=FALSE
// states: 81
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Thread_local atomic_int own = 5;
_Atomic(atomic_int *) shown;
void *shows(void *arg) {
    shown = &own;
    return arg;
}
int main(void) {
    pthread_t a;
    int seen = 0;
    pthread_create(&a, 0, shows, 0);
    atomic_int *p = shown;
    if (p) seen = *p;
    assert(seen != 5);
    pthread_join(a, 0);
    return 0;
}
