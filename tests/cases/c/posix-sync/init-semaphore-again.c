// A semaphore is destroyed, and then initialised again (POSIX sem_init, DESCRIPTION).
// expect: TRUE
// states: 11
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    return 0;
}
