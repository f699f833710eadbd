/* Semaphores, latches and barriers of C++20 (include/semaphore, include/latch, include/barrier).
 *
 * A thread waits for the count itself: whoever changes it notifies, and no notification is lost. A time limit may pass
 * whenever a thread waits. Attempts that fail for no reason are left to the strict reading of the standard.
 * Phases of a barrier are numbered modulo 4, so that a token that is too old is known as such. */
#include "internal.h"

enum { PHASES = 4 };

/* ---- semaphores ---- */

void __tw_semaphore_acquire(ptrdiff_t *count) {
    if (*count <= 0) __tw_block(TW_SEM, TW_NOBODY);
    --*count;
}

int __tw_semaphore_try(ptrdiff_t *count, long long until) {
    int timed = until != TW_UNTIMED;
    if (*count > 0 && (timed || !__tw_try_fails())) {
        --*count;
        return 1;
    }
    if (timed && !__tw_choose(2)) __tw_block(TW_SEM, TW_NOBODY);
    if (timed) __tw_passes(until);
    return 0;
}

void __tw_semaphore_release(ptrdiff_t *count, ptrdiff_t update, ptrdiff_t max) {
    if (update < 0)
        __tw_misuse("std::counting_semaphore::release", "the count is negative");
    else if (update > max - *count)
        __tw_misuse("std::counting_semaphore::release", "the counter would exceed its maximum");
    *count += update;
}

/* ---- latches ---- */

void __tw_latch_count_down(ptrdiff_t *count, ptrdiff_t update) {
    if (update < 0)
        __tw_misuse("std::latch::count_down", "the count is negative");
    else if (update > *count)
        __tw_misuse("std::latch::count_down", "the counter would become negative");
    *count -= update;
}

int __tw_latch_try(const ptrdiff_t *count) { return !*count && !__tw_try_fails(); }

void __tw_latch_wait(const ptrdiff_t *count) {
    if (*count) __tw_block(TW_BARRIER, TW_NOBODY);
}

/* ---- barriers ---- */

struct __tw_phases {
    ptrdiff_t expected, left;
    unsigned phase;
};

int __tw_barrier_arrive(struct __tw_phases *b, ptrdiff_t update, int drop, unsigned *phase) {
    if (update <= 0)
        __tw_misuse("std::barrier::arrive", "the count is not positive");
    else if (update > b->left)
        __tw_misuse("std::barrier::arrive", "more arrivals than are expected in this phase");
    *phase = b->phase;
    b->left -= update;
    b->expected -= drop;
    return !b->left;
}

void __tw_barrier_next(struct __tw_phases *b) {
    b->left = b->expected;
    b->phase = (b->phase + 1) % PHASES;
}

void __tw_barrier_wait(const struct __tw_phases *b, unsigned phase) {
    if (b->phase == phase) __tw_block(TW_BARRIER, TW_NOBODY);
    if (b->phase != (phase + 1) % PHASES) __tw_misuse("std::barrier::wait", "the token is not of the last phase");
}
