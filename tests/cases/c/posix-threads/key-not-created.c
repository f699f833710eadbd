// A key is used that pthread_key_create never made (POSIX pthread_setspecific, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

static pthread_key_t key;

int main(void) {
    pthread_setspecific(key, &key);
    return 0;
}
