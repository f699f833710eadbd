// Two sections with a string function each: another thread runs in between.
// expect: assertion=FALSE
// states: 30
#include <assert.h>
#include <string.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int flag; char s[4];  char src[4] = "1";
static void *t(void *p) {
    __VERIFIER_atomic_begin();
    strcpy(s, src);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    __VERIFIER_atomic_begin();
    assert(!(s[0] == '1' && flag == 0));
    __VERIFIER_atomic_end();
    pthread_join(id, 0);
}
