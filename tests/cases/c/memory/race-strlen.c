// strlen reads the string that the other thread cuts off.
// expect: data-race=FALSE
// states: 72
#include <assert.h>
#include <pthread.h>
#include <string.h>

char text[5] = "abcd";

static void *run(void *p) {
    *(volatile char *)&text[2] = '\0';
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    size_t n = strlen(text);
    assert(n == 4 || n == 2);
    pthread_join(t, NULL);
    return 0;
}
