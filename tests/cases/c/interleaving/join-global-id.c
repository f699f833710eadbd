// The id is stored in a global variable that the new thread reads.
// expect: TRUE
// states: 19
#include <pthread.h>
#include <assert.h>
pthread_t a;
static void *t(void *x) { assert(pthread_equal(pthread_self(), a)); return 0; }
int main(void) { pthread_create(&a, 0, t, 0); pthread_join(a, 0); }
