// Two waits come after both posts and after what the posters wrote before (POSIX sem_post; XBD 4.12, Memory Synchronization).
// expect: TRUE
// states: 163
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x[2];

static void *run(void *p) {
    *(int *)p = 1;
    sem_post(&s);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    sem_init(&s, 0, 0);
    pthread_create(&t[0], NULL, run, (void *)&x[0]);
    pthread_create(&t[1], NULL, run, (void *)&x[1]);
    sem_wait(&s);
    sem_wait(&s);
    assert(x[0] == 1 && x[1] == 1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    sem_destroy(&s);
    return 0;
}
