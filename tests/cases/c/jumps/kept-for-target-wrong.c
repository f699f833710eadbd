// The twin: the assertion is wrong if the other thread has been fast.
// expect: assertion=FALSE
// states: 100
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
static jmp_buf mark;
static atomic_int steps;
static void *work(void *arg) {
    steps++;
    return arg;
}
static void leave(void) {
    steps++;
    steps++;
    longjmp(mark, 1);
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    int kept = steps + 5;
    if (setjmp(mark) == 0)
        leave();
    assert(kept == 5);
    pthread_join(a, 0);
    return 0;
}
