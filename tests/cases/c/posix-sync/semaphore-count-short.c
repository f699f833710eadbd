// A semaphore of 1 is 0 after one sem_trywait (POSIX sem_init, sem_trywait, sem_getvalue), not 1.
// expect: assertion=FALSE
// states: 8
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

static sem_t s;

int main(void) {
    int value;
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_trywait(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0);
    assert(value == 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1);
    assert(errno == EAGAIN);
    assert(sem_post(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0);
    assert(value == 1);
    assert(sem_destroy(&s) == 0);
    return 0;
}
