// Whoever returns from pthread_once sees the initialisation done, once.
// expect: TRUE
// states: 79
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void init(void) { count++; }

static void *run(void *p) {
    pthread_once(&once, init);
    assert(count == 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
