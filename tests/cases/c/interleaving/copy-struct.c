// A struct copy from shared to private memory is an access of its own: another thread may run right behind it.
// expect: assertion=FALSE data-race=FALSE
// states: 53
#include <pthread.h>
#include <assert.h>
struct S { int a, b; } g;
int h;
static void *t(void *x) { g.a = 1; h = 1; return 0; }
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    struct S l = g;
    int r = h;
    assert(!(l.a == 0 && r == 1));
    pthread_join(id, 0);
}
