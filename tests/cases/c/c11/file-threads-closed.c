// One thread closes the stream, and the other writes to it after the join (C17 7.21.3).
// expect: memory=FALSE
// states: 42
#include <stdio.h>
#include <threads.h>

static FILE *stream;

static int run(void *p) {
    fputs("line\n", stream);
    fclose(stream);
    return 0;
}

int main(void) {
    thrd_t t;
    stream = fopen("log.txt", "a");
    if (stream == NULL)
        return 1;
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    fputs("line\n", stream);
    return 0;
}
