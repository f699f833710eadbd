// Two threads whose lifetimes overlap have different IDs, also by the letter of the standard (POSIX 2.9.2).
// expect: TRUE
// options: --strict-standard
// states: 213
#include <assert.h>
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    assert(first != second);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
