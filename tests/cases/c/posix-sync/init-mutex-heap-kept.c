// Memory of malloc is freed and given out again: what lies there now is another mutex, which nobody has initialised.
// expect: pthread=FALSE
// states: 24
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t *m = malloc(sizeof *m);
        if (i == 0)
            pthread_mutex_init(m, NULL);
        pthread_mutex_lock(m);
        pthread_mutex_unlock(m);
        free(m);
    }
    return 0;
}
