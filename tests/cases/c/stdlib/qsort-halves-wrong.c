// Two threads sort parts of an array that overlap in one element.
// expect: data-race=FALSE
// states: 243
#include <pthread.h>
#include <stdlib.h>

static int a[3] = {3, 2, 1};

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static void *run(void *p) {
    qsort(p, 2, sizeof(int), compare);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &a[1]);
    run(&a[0]);
    pthread_join(t, NULL);
    return 0;
}
