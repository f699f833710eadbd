// Two bytes may come one by one.
// expect: assertion=FALSE
// states: 55
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    char text[2];
    assert(read(ends[0], text, 2) == 2);
    pthread_join(t, NULL);
    return 0;
}
