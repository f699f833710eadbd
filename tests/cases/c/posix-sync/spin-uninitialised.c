// A spin lock is used that was never initialised, which is undefined (POSIX pthread_spin_lock, DESCRIPTION): there is no static initialiser.
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

static pthread_spinlock_t l;
static int x;

int main(void) {
    pthread_spin_lock(&l);
    x = 1;
    pthread_spin_unlock(&l);
    return 0;
}
