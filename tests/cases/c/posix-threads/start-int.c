// The start function takes an int: the call through another type is undefined (C17 6.3.2.3).
// expect: memory=FALSE
// states: 5
#include <pthread.h>
static void *run(int x) { return x ? (void *)1 : 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))run, 0);
    pthread_join(t, 0);
    return 0;
}
