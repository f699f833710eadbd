// The text that is written is changed by another thread.
// expect: data-race=FALSE
// states: 64
#include <pthread.h>
#include <stdio.h>

static char text[] = "text";

static void *run(void *p) {
    text[0] = 'T';
    return p;
}

int main(void) {
    pthread_t t;
    FILE *log = fopen("log.txt", "w");
    if (!log) return 1;
    pthread_create(&t, NULL, run, NULL);
    fprintf(log, "%s\n", text);
    pthread_join(t, NULL);
    fclose(log);
    return 0;
}
