// A spin lock is initialised again that is initialised already (POSIX pthread_spin_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    static pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&l);
    return 0;
}
