// A once_flag may be a local variable in C: only pthread_once rules it out (C17 7.26.2.1).
// expect: TRUE
// states: 14
#include <assert.h>
#include <threads.h>

static int calls;
static void count(void) { calls++; }

int main(void) {
    once_flag flag = ONCE_FLAG_INIT;
    call_once(&flag, count);
    call_once(&flag, count);
    assert(calls == 1);
    return 0;
}
