// The thread that is joined ends the process: main still has its pointer then.
// expect: TRUE
// states: 14
#include <pthread.h>
#include <stdlib.h>
void *work(void *arg) { exit(0); return arg; }
int main(void) {
    pthread_t a;
    char *p = malloc(4);
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    p = 0;
    pthread_join(a, 0);
    return p != 0;
}
