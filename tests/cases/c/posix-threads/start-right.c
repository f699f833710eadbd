// The twin of start-int, -two, -none, -void and -float: the start function has the right type.
// expect: TRUE
// states: 20
#include <pthread.h>
static void *run(void *x) { return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))run, 0);
    pthread_join(t, 0);
    return 0;
}
