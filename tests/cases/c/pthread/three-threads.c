// Main and two more threads, as many as the bound allows.
// expect: TRUE
// options: --threads 3
// states: 732
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, run, NULL);
    pthread_create(&t[1], NULL, run, NULL);
    run(NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(count == 3);
    return 0;
}
