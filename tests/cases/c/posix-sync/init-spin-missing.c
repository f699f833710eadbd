// A spin lock of automatic storage duration is used without having been initialised (POSIX pthread_spin_lock, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_spinlock_t l;
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    pthread_spin_destroy(&l);
    return 0;
}
