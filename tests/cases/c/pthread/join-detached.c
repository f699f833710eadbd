// A detached thread is joined.
// expect: pthread=FALSE
// states: 27
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_detach(t);
    pthread_join(t, NULL);
    return 0;
}
