// Two threads write to one stream: each call locks it, so there is no data race (C17 7.21.2).
// expect: TRUE
// states: 84
#include <stdio.h>
#include <threads.h>

static FILE *stream;

static int run(void *p) {
    fputs("line\n", stream);
    return 0;
}

int main(void) {
    thrd_t t;
    stream = fopen("log.txt", "a");
    if (stream == NULL)
        return 1;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    fclose(stream);
    return 0;
}
