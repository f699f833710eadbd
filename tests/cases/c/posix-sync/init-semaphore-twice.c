// A semaphore is initialised again that is initialised already (POSIX sem_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    return 0;
}
