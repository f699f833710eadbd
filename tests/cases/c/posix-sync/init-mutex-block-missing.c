// A mutex of a loop's body is another object in each iteration (C17 6.2.4): the second one is not initialised.
// expect: pthread=FALSE
// states: 14
#include <pthread.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t m;
        if (i == 0)
            pthread_mutex_init(&m, NULL);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
