// Main ends by pthread_exit, and the destructors of keys are called (POSIX pthread_exit, DESCRIPTION).
// expect: assertion=FALSE
// states: 9
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void never(void *p) { assert(0); }

int main(void) {
    pthread_key_create(&key, never);
    pthread_setspecific(key, &key);
    pthread_exit(NULL);
}
