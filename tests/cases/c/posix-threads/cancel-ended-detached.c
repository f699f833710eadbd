// The lifetime of the ID of a detached thread ends with the thread, which may be before pthread_cancel uses it (POSIX 2.9.2).
// expect: pthread=FALSE
// states: 52
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_detach(t);
    pthread_cancel(t);
    return 0;
}
