/* Initialisation of function-local statics: the first thread to come initialises, others wait for it.
 *
 * A guard has 8 bytes. Byte 0: initialised; programs look at it themselves. Bytes 4 to 7: whether a thread
 * initialises it; which, the machine knows. A thread whose initialisation needs itself
 * waits for itself. */
#include "threadwise.h"

namespace {

struct Guard {
    unsigned char done;
    int busy;
};

} // namespace

extern "C" {

int __cxa_guard_acquire(Guard *g) {
    if (g->done) return 0;
    if (g->busy) __tw_block(TW_ONCE, g, 1 << TW_INITIALISES, 1);
    g->busy = 1;
    __tw_locked(g, TW_INITIALISES);
    return 1;
}

void __cxa_guard_abort(Guard *g) {
    g->busy = 0;
    __tw_unlocked(g, TW_INITIALISES);
}

void __cxa_guard_release(Guard *g) {
    g->done = 1;
    __cxa_guard_abort(g);
}

} // extern "C"
