// An array of semaphores is moved by realloc before the semaphores are initialised.
// expect: TRUE
// states: 22
#include <semaphore.h>
#include <stdlib.h>

int main(void) {
    sem_t *s = malloc(sizeof *s);
    s = realloc(s, 2 * sizeof *s);
    sem_init(s, 0, 1);
    sem_wait(s);
    sem_destroy(s);
    free(s);
    return 0;
}
