// A thread joins itself, which is undefined (POSIX.1-2008 and later, pthread_join, DESCRIPTION; EDEADLK is only recommended).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_join(pthread_self(), NULL);
    return 0;
}
