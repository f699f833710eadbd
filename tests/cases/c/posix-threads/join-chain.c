// The first thread waits for the second, which waits for nobody; main ends the process at any time.
// expect: TRUE
// states: 170
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first, second;

static void *join_second(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_join(second, NULL);
    return p;
}

static void *nothing(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return p;
}

int main(void) {
    pthread_mutex_lock(&gate);
    pthread_create(&first, NULL, join_second, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    pthread_mutex_unlock(&gate);
    return 0;
}
