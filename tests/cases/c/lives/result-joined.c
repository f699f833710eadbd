// The twin reads the memory after both have been joined.
// expect: TRUE
// states: 182
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
    pthread_join(b, 0);
    int seen = *(int *)result;
    free(result);
    return seen;
}
