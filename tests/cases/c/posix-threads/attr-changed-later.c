// Changing the attributes after pthread_create does not affect the thread, which stays joinable (POSIX pthread_create, DESCRIPTION).
// expect: TRUE
// states: 30
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_join(t, NULL);
    pthread_attr_destroy(&attr);
    return 0;
}
