// Two semaphores taken in opposite orders.
// expect: deadlock=FALSE
// states: 56
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;
static void *t(void *p) { sem_wait(&b); sem_wait(&a); sem_post(&a); sem_post(&b); return 0; }
int main(void) { pthread_t x; sem_init(&a, 0, 1); sem_init(&b, 0, 1); pthread_create(&x, 0, t, 0); sem_wait(&a); sem_wait(&b); sem_post(&b); sem_post(&a); pthread_join(x, 0); }
