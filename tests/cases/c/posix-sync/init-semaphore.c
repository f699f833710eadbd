// A semaphore of automatic storage duration is initialised before it is used (POSIX sem_destroy, sem_init: only an initialised semaphore can be used).
// expect: TRUE
// states: 11
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_post(&s);
    sem_destroy(&s);
    return 0;
}
