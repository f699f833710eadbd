// The twin: the thread that waits for the lock is joined first.
// expect: deadlock=FALSE
// states: 25
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *endless(void *arg) { for (;;) ; return arg; }
void *work(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, endless, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
