// One thread sets an attribute while another uses the object to create a thread, and nothing orders them (XBD 4.12).
// expect: data-race=FALSE
// states: 119
#include <pthread.h>

static pthread_attr_t attr;

static void *nothing(void *p) { return p; }

static void *run(void *p) {
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
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
