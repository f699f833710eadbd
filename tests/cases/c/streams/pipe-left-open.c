// The reader waits for more: nobody closes the other end.
// expect: deadlock=FALSE
// states: 45
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    write(ends[1], "ab", 2);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    char c;
    while (read(ends[0], &c, 1) == 1) {}
    pthread_join(t, NULL);
    return 0;
}
