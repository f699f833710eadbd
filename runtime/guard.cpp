/* Initialisation of function-local statics: the first thread to come initialises, others wait for it.
 *
 * A guard has 8 bytes. Byte 0: initialised; programs look at it themselves. Bytes 4 to 7: number of the initialising
 * thread plus 1, or 0. A thread whose initialisation needs itself
 * waits for itself. */
#include "threadwise.h"

namespace {

struct Guard {
    unsigned char done;
    int owner;
};

} // namespace

extern "C" {

int __cxa_guard_acquire(Guard *g) {
    if (g->done) return 0;
    if (g->owner) __tw_block(TW_ONCE, g->owner - 1);
    g->owner = __tw_self() + 1;
    return 1;
}

void __cxa_guard_release(Guard *g) {
    g->done = 1;
    g->owner = 0;
}

void __cxa_guard_abort(Guard *g) { g->owner = 0; }

} // extern "C"
