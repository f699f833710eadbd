// Each thread gets an element of an array that outlives the loop.
// expect: TRUE
// states: 718
#include <assert.h>
#include <pthread.h>

static void *run(void *p) {
    *(int *)p += 10;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int arguments[2];
    for (int i = 0; i < 2; i++) {
        arguments[i] = i;
        pthread_create(&t[i], NULL, run, &arguments[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(arguments[0] == 10 && arguments[1] == 11);
    return 0;
}
