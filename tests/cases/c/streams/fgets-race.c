// Two threads read lines into the same array.
// expect: data-race=FALSE assertion=UNKNOWN memory=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 3968
#include <pthread.h>
#include <stdio.h>

static char line[8];

static void *run(void *p) {
    fgets(line, sizeof line, stdin);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
