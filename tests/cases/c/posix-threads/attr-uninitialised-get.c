// The detach state of an automatic attributes object is read that was never initialised (POSIX pthread_attr_getdetachstate, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    int state = 0;
    pthread_attr_getdetachstate(&attr, &state);
    return 0;
}
