// Both destructors have run when the thread is joined, in whichever order (POSIX pthread_key_create, DESCRIPTION).
// expect: TRUE
// states: 66
#include <assert.h>
#include <pthread.h>

static pthread_key_t a, b;
static int a_done, b_done;

static void destroy_a(void *p) {
    assert(p == &a);
    a_done = 1;
}

static void destroy_b(void *p) { b_done = 1; }

static void *run(void *p) {
    pthread_setspecific(a, &a);
    pthread_setspecific(b, &b);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&a, destroy_a);
    pthread_key_create(&b, destroy_b);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(a_done && b_done);
    return 0;
}
