/* Threads that wait at an address: std::atomic::wait (include/bits/atomic_wait.h), the futex system call, futures.
 *
 * The machine knows who waits where, and who has decided to sleep. A notification wakes those it is meant for that sleep, any of
 * them where it wakes only some, and keeps all from sleeping that have not decided yet.
 * A time limit may pass whenever a thread sleeps. A futex wait may end for no reason; the other waits look again. Of futexes only WAIT, WAIT_BITSET and WAKE, WAKE_BITSET with all
 * bits are modelled. */
extern "C" {
#include "internal.h"
}
#include "include/bits/atomic_wait.h"
#include <bits/atomic_futex.h>
#include <cerrno>
#include <cstdarg>
#include <sys/syscall.h>

namespace {

const void *place(const volatile void *address) { return const_cast<const void *>(address); }

/* Wakes up to `count` threads; returns how many. */
int wake(const volatile void *address, int count) {
    int n = 0;
    __tw_wake(place(address), TW_DECIDING, TW_WOKEN, 1);
    if (count >= __tw_waiting(place(address), TW_WAITING)) return __tw_wake(place(address), TW_WAITING, TW_WOKEN, 1);
    while (n < count) n += __tw_wake(place(address), TW_WAITING, TW_WOKEN, 0);
    return n;
}

long fail(int error) {
    errno = error;
    return -1;
}

/* WAIT has a length of time, WAIT_BITSET a time: that of day with FUTEX_CLOCK_REALTIME. */
long long end_of_wait(int operation, const timespec *limit) {
    if ((operation & 127) == 9) return __tw_until(operation & 256 ? CLOCK_REALTIME : CLOCK_MONOTONIC, limit);
    return __tw_clock_is_read ? __tw_after(__tw_span(limit->tv_sec, limit->tv_nsec)) : 0;
}

long futex_wait(const int *address, int value, long long until) {
    __tw_waiter w;
    if (*address != value) return fail(EAGAIN);
    __tw_wait_begin(&w, address);
    w.may_be_spurious = __tw_spurious_wakeups;
    return __tw_wait_sleep(&w, until) ? 0 : fail(ETIMEDOUT);
}

/* The state of a future: whoever changes it notifies, so a thread may as well wait for the change itself. */
bool future_wait(unsigned *address, unsigned value, bool timed, clockid_t clock, long long time) {
    if (*address != value) return true;
    if (timed && __tw_choose(2)) {
        __tw_passes(__tw_at(clock, time));
        return false;
    }
    __tw_block(TW_OTHER, TW_NOBODY);
    return true;
}

} // namespace

extern "C" {

void __tw_wait_begin(__tw_waiter *w, const volatile void *address) {
    w->address = address;
    w->may_be_spurious = 0;
    __tw_wait(place(address), TW_DECIDING);
}

void __tw_wait_end(__tw_waiter *w) { __tw_wait(place(w->address), TW_AWAKE); }

int __tw_wait_sleep(__tw_waiter *w, long long until) {
    if (__tw_wait_state(place(w->address)) == TW_DECIDING) __tw_wait(place(w->address), TW_WAITING);
    __tw_access(nullptr, 0, 0);
    int awake = __tw_wait_state(place(w->address)) == TW_WOKEN, over = 0;
    if (!awake && w->may_be_spurious && __tw_choose(2)) {
        __tw_spurious();
        awake = 1;
    }
    if (!awake && until >= 0) over = __tw_choose(2);
    if (!awake && !over) __tw_block(TW_OTHER, TW_NOBODY);
    if (over) __tw_passes(until);
    __tw_wait_end(w);
    return awake;
}

void __tw_wait_notify(const volatile void *address, int all) { wake(address, all ? __INT_MAX__ : 1); }

long syscall(long number, ...) {
    enum { wait = 0, wake_up = 1, wait_bitset = 9, wake_bitset = 10, flags = 128 | 256 };
    if (number != SYS_futex) __tw_unsupported("syscall");
    va_list args;
    va_start(args, number);
    auto address = va_arg(args, const int *);
    int all = va_arg(args, int), operation = all & ~flags, value = va_arg(args, int);
    bool waits = operation == wait || operation == wait_bitset;
    auto limit = waits ? va_arg(args, const timespec *) : nullptr;
    va_end(args);
    if (waits) return futex_wait(address, value, limit ? end_of_wait(all, limit) : TW_UNTIMED);
    if (operation == wake_up || operation == wake_bitset) return wake(address, value);
    __tw_unsupported("futex operation");
}

} // extern "C"

namespace std {

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *address, unsigned value, bool timed, chrono::seconds s,
                                                       chrono::nanoseconds ns) {
    return future_wait(address, value, timed, CLOCK_REALTIME, __tw_span(s.count(), ns.count()));
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *address, unsigned value, bool timed,
                                                              chrono::seconds s, chrono::nanoseconds ns) {
    return future_wait(address, value, timed, CLOCK_MONOTONIC, __tw_span(s.count(), ns.count()));
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

} // namespace std
