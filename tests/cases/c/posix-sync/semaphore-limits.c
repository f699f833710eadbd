// sem_init fails with EINVAL for a value above SEM_VALUE_MAX, and sem_post with EOVERFLOW at the maximum (POSIX sem_init, sem_post, ERRORS).
// expect: TRUE
// states: 16
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static sem_t s;

int main(void) {
    int value;
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1);
    assert(errno == EINVAL);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1);
    assert(errno == EOVERFLOW);
    assert(sem_getvalue(&s, &value) == 0);
    assert(value == SEM_VALUE_MAX);
    assert(sem_destroy(&s) == 0);
    return 0;
}
