// A thread unlocks a spin lock that nobody holds, which is undefined (POSIX pthread_spin_unlock, DESCRIPTION).
// expect: pthread=FALSE
// states: 10
#include <pthread.h>

static pthread_spinlock_t l;

static void *run(void *p) {
    pthread_spin_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
