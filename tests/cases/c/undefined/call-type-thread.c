// A thread starts with a function that takes a long instead of a pointer (C17 6.3.2.3p8; POSIX pthread_create: start_routine has the type void *(*)(void *)).
// expect: memory=FALSE
// states: 5
#include <pthread.h>

static _Atomic long result;

static void *run(long x) {
    result = x;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))run, NULL);
    pthread_join(t, NULL);
    return 0;
}
