// The twin: main drops it before it joins.
// expect: memory=FALSE
// states: 21
#include <pthread.h>
#include <stdlib.h>
void *work(void *arg) { exit(0); return arg; }
int main(void) {
    pthread_t a;
    char *p = malloc(4);
    pthread_create(&a, 0, work, 0);
    p = 0;
    pthread_join(a, 0);
    return p != 0;
}
