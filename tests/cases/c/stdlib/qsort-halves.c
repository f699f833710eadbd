// Two threads sort different halves of an array.
// expect: TRUE
// states: 222
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int a[4] = {2, 1, 4, 3};

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static void *run(void *p) {
    qsort(p, 2, sizeof(int), compare);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &a[2]);
    run(&a[0]);
    pthread_join(t, NULL);
    assert(a[0] == 1 && a[1] == 2 && a[2] == 3 && a[3] == 4);
    return 0;
}
