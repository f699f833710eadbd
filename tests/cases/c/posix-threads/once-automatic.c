// The control has automatic storage duration (POSIX pthread_once, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

static void nothing(void) {}

int main(void) {
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, nothing);
    return 0;
}
