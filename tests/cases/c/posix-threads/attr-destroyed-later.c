// Destroying the attributes after pthread_create does not affect the thread (POSIX pthread_create, DESCRIPTION).
// expect: TRUE
// states: 29
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_attr_destroy(&attr);
    pthread_join(t, NULL);
    return 0;
}
