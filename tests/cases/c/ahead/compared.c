// Identities of threads that were joined are compared, printed and counted with.
// expect: TRUE
// states: 139
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
void *work(void *arg) { return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!pthread_equal(a, b));
    printf("%lu\n", (unsigned long)a % 7);
    return 0;
}
