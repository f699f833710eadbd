// Two routines call pthread_once for each other's control: each waits until the other routine has completed (POSIX pthread_once, DESCRIPTION).
// expect: deadlock=FALSE
// states: 48
#include <pthread.h>

static pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT;

static void nothing(void) {}
static void then_b(void) { pthread_once(&b, nothing); }
static void then_a(void) { pthread_once(&a, nothing); }

static void *run(void *p) {
    pthread_once(&b, then_a);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_once(&a, then_b);
    pthread_join(t, NULL);
    return 0;
}
