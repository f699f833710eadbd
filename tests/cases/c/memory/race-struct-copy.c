// A structure is copied while the other thread writes a member.
// expect: data-race=FALSE
// states: 25
#include <pthread.h>

struct pair {
    long first, second, third;
};

struct pair shared, copy;

static void *run(void *p) {
    *(volatile long *)&shared.second = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    copy = shared;
    pthread_join(t, NULL);
    return 0;
}
