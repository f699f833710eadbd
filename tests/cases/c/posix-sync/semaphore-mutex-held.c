// A thread waits for a semaphore while it holds the mutex that main needs to post (POSIX sem_wait, pthread_mutex_lock).
// expect: deadlock=FALSE
// states: 37
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    sem_wait(&s);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    sem_post(&s);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
