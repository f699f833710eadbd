// The thread whose variable is read waits for the reader before it ends.
// expect: TRUE
// states: 187
#include <pthread.h>
#include <stdatomic.h>
_Thread_local atomic_int own;
_Atomic(atomic_int *) shown;
atomic_int seen;
void *shows(void *arg) {
    shown = &own;
    pthread_join(*(pthread_t *)arg, 0);
    return 0;
}
void *reads(void *arg) {
    atomic_int *p = shown;
    if (p) seen = *p;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&b, 0, reads, 0);
    pthread_create(&a, 0, shows, &b);
    pthread_join(a, 0);
    return 0;
}
