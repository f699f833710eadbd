// A byte in a pipe is a token: who has it is alone.
// expect: TRUE
// states: 170
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], counter;

static void *run(void *p) {
    char token;
    read(ends[0], &token, 1);
    counter++;
    write(ends[1], &token, 1);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    write(ends[1], "", 1);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
