// sem_timedwait never times out if the semaphore can be locked immediately, whatever the time (POSIX sem_timedwait, DESCRIPTION).
// expect: TRUE
// states: 32
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *run(void *p) {
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    struct timespec past = {0, 0};
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, run, NULL);
    assert(sem_timedwait(&s, &past) == 0);
    pthread_join(t, NULL);
    return 0;
}
