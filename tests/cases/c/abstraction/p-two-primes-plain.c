// Program P'' of [DKKW11] section 1.1 without atomic sections: two threads read that r is 0 and both write 1, so both get past r == 1.
// s and l count modulo 4, so that there are few states.
// expect: assertion=FALSE
// options: --threads 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char r, s;

static void *run(void *p) {
    unsigned char l = 0;
    if (r < 2)
        r = r + 1;
    if (r == 1)
        for (;;) {
            s = (s + 1) % 4;
            l = (l + 1) % 4;
            assert(s == l);
        }
    return p;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, run, 0);
    }
}
