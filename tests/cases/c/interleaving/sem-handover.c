// A semaphore orders accesses.
// expect: TRUE
// states: 27
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
sem_t s; int x;
static void *t(void *p) { x = 1; sem_post(&s); return 0; }
int main(void) { pthread_t i; sem_init(&s, 0, 0); pthread_create(&i, 0, t, 0); sem_wait(&s); assert(x == 1); x = 2; pthread_join(i, 0); sem_destroy(&s); }
