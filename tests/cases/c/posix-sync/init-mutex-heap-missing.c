// A mutex in memory of malloc is locked that was never initialised (POSIX pthread_mutex_lock, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 8
#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t m;
    int value;
};

int main(void) {
    struct counter *c = malloc(sizeof *c);
    c->value = 0;
    pthread_mutex_lock(&c->m);
    c->value++;
    pthread_mutex_unlock(&c->m);
    free(c);
    return 0;
}
