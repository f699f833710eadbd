// One wait comes after one of the posts only; what the other poster writes is read without order (POSIX sem_post; XBD 4.12, Memory Synchronization).
// expect: assertion=FALSE data-race=FALSE
// states: 225
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static volatile int x[2];

static void *run(void *p) {
    *(volatile int *)p = 1;
    sem_post(&s);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    sem_init(&s, 0, 0);
    pthread_create(&t[0], NULL, run, (void *)&x[0]);
    pthread_create(&t[1], NULL, run, (void *)&x[1]);
    sem_wait(&s);
    assert(x[0] == 1 && x[1] == 1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    sem_destroy(&s);
    return 0;
}
