// Library functions in a section between begin and end: the section stays whole.
// expect: TRUE
// states: 27
#include <assert.h>
#include <string.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x; char s[4] = "ab"; 
static void *t(void *p) {
    __VERIFIER_atomic_begin();
    x = 1;
    int n = strlen(s);
    x = 0;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    __VERIFIER_atomic_begin();
    assert(x == 0);
    __VERIFIER_atomic_end();
    pthread_join(id, 0);
}
