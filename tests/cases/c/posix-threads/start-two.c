// The start function takes two arguments and gets one (C17 6.3.2.3).
// expect: memory=FALSE
// states: 5
#include <pthread.h>
static void *run(void *x, int y) { return y ? x : 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))run, 0);
    pthread_join(t, 0);
    return 0;
}
