// A thread forgets to post on one of its ways out.
// expect: deadlock=FALSE
// states: 124
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int taken;

static void *run(void *p) {
    sem_wait(&s);
    if (taken)
        return p;
    taken = 1;
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    sem_wait(&s);
    return 0;
}
