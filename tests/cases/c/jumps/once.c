// The function of a once is left by a jump: whether the once counts as done is not said by any standard.
// expect: UNKNOWN
// states: 5
#include <pthread.h>
#include <setjmp.h>

static jmp_buf env;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin(void) { longjmp(env, 1); }

int main(void) {
    if (setjmp(env) == 0)
        pthread_once(&once, begin);
    return 0;
}
