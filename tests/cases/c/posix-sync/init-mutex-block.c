// A mutex of a loop's body is another object in each iteration (C17 6.2.4), so it is initialised once.
// expect: TRUE
// states: 23
#include <pthread.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t m;
        pthread_mutex_init(&m, NULL);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
