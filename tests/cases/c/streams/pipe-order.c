// Bytes come out of a pipe as they went in.
// expect: TRUE
// states: 192
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    write(ends[1], "ab", 2);
    write(ends[1], "c", 1);
    close(ends[1]);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    char c, next = 'a';
    while (read(ends[0], &c, 1) == 1) assert(c == next++);
    assert(next == 'd');
    pthread_join(t, NULL);
    return 0;
}
