// Two threads write to a log: each call has the stream for itself (C17 7.21.2).
// expect: TRUE
// states: 72
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;

static void *run(void *p) {
    fprintf(log_file, "%s\n", "thread");
    return p;
}

int main(void) {
    pthread_t t;
    log_file = fopen("log.txt", "a");
    if (!log_file) return 1;
    pthread_create(&t, NULL, run, NULL);
    fputs("main\n", log_file);
    pthread_join(t, NULL);
    fclose(log_file);
    return 0;
}
