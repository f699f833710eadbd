// A thread is joined twice by main, and nobody else knows it.
// expect: pthread=FALSE
// states: 17
#include <pthread.h>
void *work(void *arg) { return arg; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(a, 0);
    return 0;
}
