// A spin lock of automatic storage duration is initialised before it is used (POSIX pthread_spin_lock, DESCRIPTION).
// expect: TRUE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_spinlock_t l;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    pthread_spin_destroy(&l);
    return 0;
}
