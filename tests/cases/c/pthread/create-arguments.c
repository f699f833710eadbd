// Two threads get an argument each, in memory that nobody changes.
// expect: TRUE
// states: 1498
#include <assert.h>
#include <pthread.h>

static int results[2];

static void *store(void *p) {
    int i = *(int *)p;
    results[i] = i + 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int args[2];
    for (int i = 0; i < 2; i++) {
        args[i] = i;
        pthread_create(&t[i], NULL, store, &args[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(results[0] == 1 && results[1] == 2);
    return 0;
}
