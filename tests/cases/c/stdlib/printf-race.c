// printf reads a string that another thread writes.
// expect: data-race=FALSE
// states: 36
#include <pthread.h>
#include <stdio.h>

char text[4] = "abc";

static void *run(void *p) {
    *(volatile char *)&text[1] = 'x';
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    printf("%s\n", text);
    pthread_join(t, NULL);
    return 0;
}
