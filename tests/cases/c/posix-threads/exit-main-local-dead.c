// Main has ended by pthread_exit, and its local variables with it (POSIX pthread_exit, DESCRIPTION).
// expect: memory=FALSE
// states: 21
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t self;
static sem_t done;

static void *run(void *p) {
    pthread_join(self, NULL);
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
    pthread_exit(NULL);
}
