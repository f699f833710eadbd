// Two threads open the same log: both see that it is not open.
// expect: data-race=FALSE
// states: 313
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;

static void *run(void *p) {
    if (!log_file) log_file = fopen("log.txt", "a");
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
