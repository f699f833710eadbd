// Main keeps its local variable until the thread has used it, then ends by pthread_exit.
// expect: TRUE
// states: 26
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t self;
static sem_t done;

static void *run(void *p) {
    assert(*(int *)p == 1);
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t;
    int x = 1;
    self = pthread_self();
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, run, &x);
    sem_wait(&done);
    pthread_exit(NULL);
}
