// An array of semaphores is moved by realloc; what is used then is a copy (POSIX 2.9.9, Synchronization Object Copies: undefined).
// expect: pthread=FALSE
// states: 22
#include <semaphore.h>
#include <stdlib.h>

int main(void) {
    sem_t *s = malloc(sizeof *s);
    sem_init(s, 0, 1);
    s = realloc(s, 2 * sizeof *s);
    sem_wait(s);
    free(s);
    return 0;
}
