// sem_trywait fails with EAGAIN while the semaphore is 0; a post carries the data with it.
// expect: TRUE
// states: 57
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static void *run(void *p) {
    data = 1;
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    if (sem_trywait(&s) == 0)
        assert(data == 1);
    else
        assert(errno == EAGAIN);
    pthread_join(t, NULL);
    return 0;
}
