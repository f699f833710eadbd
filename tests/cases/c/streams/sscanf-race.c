// Two threads store the same number.
// expect: data-race=FALSE
// states: 82
#include <pthread.h>
#include <stdio.h>

static int numbers[2];

static void *run(void *p) {
    sscanf("17", "%d", &numbers[0]);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &numbers[0]);
    run(&numbers[1]);
    pthread_join(t, NULL);
    return numbers[0] + numbers[1];
}
