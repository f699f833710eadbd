// A copy writes the byte that the other thread writes.
// expect: data-race=FALSE
// states: 29
#include <pthread.h>
#include <string.h>

static const char from[4] = "abc";
static char to[4];
static volatile size_t n = 4;

static void *run(void *p) {
    memcpy(to, from, n);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    *(volatile char *)&to[3] = 'x';
    pthread_join(t, NULL);
    return to[0] - 'a';
}
