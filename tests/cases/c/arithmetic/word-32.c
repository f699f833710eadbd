// With 32 bits, long and pointers have four bytes, and long arithmetic is that of 32 bits.
// expect: TRUE
// word: 32
// states: 30
#include <assert.h>
#include <pthread.h>

static volatile unsigned long greatest = 0xfffffffful;
static unsigned long results[2];

static void *run(void *p) {
    *(unsigned long *)p = greatest + 2;
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8);
    pthread_create(&t, NULL, run, &results[1]);
    pthread_join(t, &result);
    assert((char *)result - (char *)results == 4);
    assert(results[1] == 1);
    return 0;
}
