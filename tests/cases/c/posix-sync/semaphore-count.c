// A semaphore of 2 is got twice, then sem_trywait fails with EAGAIN, and a post adds one (POSIX sem_init, sem_trywait, sem_post, sem_getvalue).
// expect: TRUE
// states: 20
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

static sem_t s;

int main(void) {
    int value;
    assert(sem_init(&s, 0, 2) == 0);
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
