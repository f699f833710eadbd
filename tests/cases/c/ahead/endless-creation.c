// Workers are created forever; with a bound there are finitely many states.
// expect: TRUE
// options: --threads 2
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *work(void *arg) { x = 1; return arg; }
int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_detach(t);
    }
}
