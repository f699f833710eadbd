// Two threads take two spin locks in opposite order.
// expect: deadlock=FALSE
// states: 178
#include <pthread.h>

static pthread_spinlock_t l[2];

static void both(int first) {
    pthread_spin_lock(&l[first]);
    pthread_spin_lock(&l[1 - first]);
    pthread_spin_unlock(&l[1 - first]);
    pthread_spin_unlock(&l[first]);
}

static void *run(void *p) {
    both(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&l[1], PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, run, NULL);
    both(0);
    pthread_join(t, NULL);
    return 0;
}
