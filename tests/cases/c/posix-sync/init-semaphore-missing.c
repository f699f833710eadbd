// A semaphore of automatic storage duration is used without having been initialised (POSIX sem_destroy, sem_init: only an initialised semaphore can be used: undefined).
// expect: pthread=FALSE
// states: 3
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_wait(&s);
    sem_post(&s);
    sem_destroy(&s);
    return 0;
}
