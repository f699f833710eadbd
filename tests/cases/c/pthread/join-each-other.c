// The first thread joins the second, which joins the first.
// expect: deadlock=FALSE
// states: 15
#include <pthread.h>

static void *join(void *p) {
    pthread_join(*(pthread_t *)p, NULL);
    return NULL;
}

int main(void) {
    pthread_t t, self = pthread_self();
    pthread_create(&t, NULL, join, &self);
    pthread_join(t, NULL);
    return 0;
}
