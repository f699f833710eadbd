// The routine of one control calls pthread_once for another, in the same order in both threads.
// expect: TRUE
// states: 41
#include <pthread.h>

static pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT;

static void nothing(void) {}
static void then_b(void) { pthread_once(&b, nothing); }

static void *run(void *p) {
    pthread_once(&a, then_b);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_once(&a, then_b);
    pthread_join(t, NULL);
    return 0;
}
