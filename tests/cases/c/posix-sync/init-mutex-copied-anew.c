// A structure with a mutex is copied, and the copy is initialised before it is used: it was not initialised before.
// expect: TRUE
// states: 20
#include <pthread.h>

struct counter {
    pthread_mutex_t m;
    int value;
};

int main(void) {
    struct counter a = {.value = 0};
    pthread_mutex_init(&a.m, NULL);
    struct counter b = a;
    pthread_mutex_init(&b.m, NULL);
    pthread_mutex_lock(&b.m);
    b.value++;
    pthread_mutex_unlock(&b.m);
    pthread_mutex_destroy(&b.m);
    pthread_mutex_destroy(&a.m);
    return 0;
}
