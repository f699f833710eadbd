// Any thread may join, not only the creator (POSIX pthread_join).
// expect: TRUE
// states: 70
#include <pthread.h>

static pthread_t target;

static void *nothing(void *p) { return p; }

static void *joiner(void *p) {
    pthread_join(target, NULL);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&target, NULL, nothing, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_join(t, NULL);
    return 0;
}
