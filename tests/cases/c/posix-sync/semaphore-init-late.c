// A semaphore is initialised while another thread may use it: an unordered write, and a use without initialisation (POSIX sem_init, DESCRIPTION; XBD 4.12, Memory Synchronization).
// expect: data-race=FALSE pthread=FALSE
// states: 26
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *p) {
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    sem_init(&s, 0, 0);
    pthread_join(t, NULL);
    sem_destroy(&s);
    return 0;
}
