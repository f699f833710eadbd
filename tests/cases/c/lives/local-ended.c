// A thread-local variable is read by another thread, maybe after the end of its own (C11 6.2.4p4).
// expect: memory=FALSE
// states: 246
#include <pthread.h>
#include <stdatomic.h>
_Thread_local atomic_int own;
_Atomic(atomic_int *) shown;
atomic_int seen;
void *shows(void *arg) {
    shown = &own;
    return arg;
}
void *reads(void *arg) {
    atomic_int *p = shown;
    if (p) seen = *p;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, shows, 0);
    pthread_create(&b, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
