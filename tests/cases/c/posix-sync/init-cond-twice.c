// A condition variable is initialised again that is initialised already (POSIX pthread_cond_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    static pthread_cond_t c;
    pthread_cond_init(&c, NULL);
    pthread_cond_init(&c, NULL);
    pthread_cond_destroy(&c);
    return 0;
}
