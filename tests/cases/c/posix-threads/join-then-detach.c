// A thread is detached after it was joined: its ID has ended (POSIX pthread_detach, DESCRIPTION; 2.9.2).
// expect: pthread=FALSE
// states: 17
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_detach(t);
    return 0;
}
