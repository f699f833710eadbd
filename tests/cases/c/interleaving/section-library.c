// A section reads what nobody else uses, then calls a library function with an interleaving point.
// expect: assertion=FALSE data-race=FALSE
// states: 28
#include <pthread.h>
#include <assert.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int k = 3, x, y; char s[4] = "ab";
void *t1(void *_) { y = 1; __VERIFIER_atomic_begin(); int r = k; x = memcmp(s, "ab", 2) ? r : 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,t1,0); 
 __VERIFIER_atomic_begin(); if (y) s[0] = 0; __VERIFIER_atomic_end();
 pthread_join(t,0); assert(x != 3); return 0; }
