// A spin lock is destroyed, and then initialised again (POSIX pthread_spin_init, DESCRIPTION).
// expect: TRUE
// states: 10
#include <pthread.h>

int main(void) {
    static pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&l);
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&l);
    return 0;
}
