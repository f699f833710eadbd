// The lifetime of a thread ID ends with the join; using it afterwards is undefined (POSIX 2.9.2).
// expect: pthread=FALSE
// states: 19
#include <assert.h>
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, &result);
    assert(result == NULL);
    pthread_cancel(t);
    return 0;
}
