// The log is closed while the other thread may still write to it.
// expect: memory=FALSE
// states: 88
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
    fclose(log_file);
    pthread_join(t, NULL);
    return 0;
}
