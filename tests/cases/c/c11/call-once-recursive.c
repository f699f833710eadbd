// The function of call_once calls call_once with the same flag, and waits for its own completion (C17 7.26.2.1).
// expect: deadlock=FALSE
// states: 4
#include <threads.h>

static once_flag first = ONCE_FLAG_INIT;

static void init(void) { call_once(&first, init); }

int main(void) {
    call_once(&first, init);
    return 0;
}
