// The result of a thread leads to memory that a third thread writes: who joins the first reads it while the third may write (C11 5.1.2.4p25).
// expect: data-race=FALSE
// states: 220
#include <pthread.h>
#include <stdlib.h>
void *gives(void *arg) { return arg; }
void *writes(void *arg) {
    *(int *)arg = 1;
    return 0;
}
int main(void) {
    pthread_t a, b;
    void *result;
    int *p = malloc(sizeof *p);
    *p = 0;
    pthread_create(&a, 0, gives, p);
    pthread_create(&b, 0, writes, p);
    p = 0;
    pthread_join(a, &result);
    int seen = *(int *)result;
    pthread_join(b, 0);
    free(result);
    return seen;
}
