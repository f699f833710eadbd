// Two threads write numbers to the same log, opened by the first.
// expect: TRUE
// states: 266
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&guard);
    if (!log_file) log_file = fopen("log.txt", "a");
    if (log_file) fprintf(log_file, "%d\n", (int)(long)p);
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, (void *)1);
    run((void *)2);
    pthread_join(t, NULL);
    if (log_file) fclose(log_file);
    return 0;
}
