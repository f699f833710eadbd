// The return of main ends the process, not a thread: destructors of keys are not called (POSIX pthread_create, exit, pthread_key_create).
// expect: TRUE
// states: 9
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void never(void *p) { assert(0); }

int main(void) {
    pthread_key_create(&key, never);
    pthread_setspecific(key, &key);
    return 0;
}
