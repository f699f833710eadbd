// An ID may be used again after its thread is joined (POSIX 2.9.2).
// expect: assertion=FALSE
// options: --strict-standard
// states: 82
#include <assert.h>
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    assert(first != second);
    pthread_join(second, NULL);
    return 0;
}
