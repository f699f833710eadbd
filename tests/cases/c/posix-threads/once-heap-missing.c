// The control is in allocated memory and was not initialised (POSIX pthread_once, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 6
#include <pthread.h>
#include <stdlib.h>

static void nothing(void) {}

int main(void) {
    pthread_once_t *once = malloc(sizeof *once);
    pthread_once(once, nothing);
    free(once);
    return 0;
}
