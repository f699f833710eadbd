// What is stored after the byte was written may come too late.
// expect: data-race=FALSE assertion=FALSE
// states: 47
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *run(void *p) {
    write(ends[1], "", 1);
    data = 42;
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
