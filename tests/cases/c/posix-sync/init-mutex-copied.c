// A copy of an initialised mutex is locked (POSIX 2.9.9, Synchronization Object Copies: undefined).
// expect: pthread=FALSE
// states: 6
#include <pthread.h>

struct counter {
    pthread_mutex_t m;
    int value;
};

int main(void) {
    struct counter a = {.value = 0};
    pthread_mutex_init(&a.m, NULL);
    struct counter b = a;
    pthread_mutex_lock(&b.m);
    b.value++;
    pthread_mutex_unlock(&b.m);
    pthread_mutex_destroy(&a.m);
    return 0;
}
