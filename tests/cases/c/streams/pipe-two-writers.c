// The bytes of two threads come in any order.
// expect: assertion=FALSE
// states: 485
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    write(ends[1], p, 1);
    return p;
}

int main(void) {
    pthread_t a, b;
    char c;
    pipe(ends);
    pthread_create(&a, NULL, run, "a");
    pthread_create(&b, NULL, run, "b");
    read(ends[0], &c, 1);
    assert(c == 'a');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
