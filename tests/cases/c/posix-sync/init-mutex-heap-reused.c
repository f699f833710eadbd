// A mutex is made in memory of malloc, freed without pthread_mutex_destroy, and made again perhaps at the same address: it is another object.
// expect: TRUE
// states: 51
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_t *m = malloc(sizeof *m);
        pthread_mutex_init(m, NULL);
        pthread_mutex_lock(m);
        pthread_mutex_unlock(m);
        free(m);
    }
    return 0;
}
