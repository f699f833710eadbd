// Double-checked initialisation with an atomic pointer.
// expect: TRUE
// states: 157
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int object;
static int *_Atomic instance;

static void *run(void *p) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            object++;
            instance = &object;
        }
        pthread_mutex_unlock(&m);
    }
    assert(*instance == 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
