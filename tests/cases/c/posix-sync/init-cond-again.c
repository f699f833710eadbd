// A condition variable is destroyed, and then initialised again (POSIX pthread_cond_init, DESCRIPTION).
// expect: TRUE
// states: 10
#include <pthread.h>

int main(void) {
    static pthread_cond_t c;
    pthread_cond_init(&c, NULL);
    pthread_cond_destroy(&c);
    pthread_cond_init(&c, NULL);
    pthread_cond_destroy(&c);
    return 0;
}
