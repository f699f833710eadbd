// A call of reach_error that cannot be reached.
// expect: TRUE
// states: 52
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    if (x != 0)
        reach_error();
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
