// What was stored before a byte was written can be read by who reads the byte.
// expect: TRUE
// states: 45
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *run(void *p) {
    data = 42;
    write(ends[1], "", 1);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    char c;
    read(ends[0], &c, 1);
    assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}
