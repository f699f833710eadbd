// Two threads use one attributes object in simultaneous calls of pthread_create, which is allowed (POSIX pthread_attr_init, DESCRIPTION).
// expect: TRUE
// states: 587
#include <pthread.h>

static pthread_attr_t attr;

static void *nothing(void *p) { return p; }

static void *run(void *p) {
    pthread_t v;
    pthread_create(&v, &attr, nothing, NULL);
    pthread_join(v, NULL);
    return p;
}

int main(void) {
    pthread_t t, u;
    pthread_attr_init(&attr);
    pthread_create(&t, NULL, run, NULL);
    pthread_create(&u, &attr, nothing, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    pthread_attr_destroy(&attr);
    return 0;
}
