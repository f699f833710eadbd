/* Sleeping (time.h, unistd.h): a point where other threads may run, and a cancellation point. Where clocks are read, at least
 * the time that was asked for passes. No signal interrupts it. */
#include "internal.h"
#include <time.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

#define SECOND 1000000000LL

static int rest(long long nanoseconds) {
    tw_point();
    __tw_cancel_point();
    __tw_rest(nanoseconds);
    return 0;
}

unsigned sleep(unsigned time) {
    rest(time * SECOND);
    return 0;
}

int usleep(useconds_t time) { return rest(time * 1000LL); }

int nanosleep(const struct timespec *time, struct timespec *left) {
    TW_READ(time);
    __tw_cancel_point();
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= SECOND) {
        errno = EINVAL;
        return -1;
    }
    __tw_rest(__tw_span(time->tv_sec, time->tv_nsec));
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    TW_READ(time);
    __tw_cancel_point();
    if (time->tv_nsec < 0 || time->tv_nsec >= SECOND) return EINVAL;
    if (!(flags & TIMER_ABSTIME)) {
        if (time->tv_sec < 0) return EINVAL;
        __tw_rest(__tw_span(time->tv_sec, time->tv_nsec));
    } else if (__tw_clock_is_read) {
        long long until = __tw_until(clock, time);
        tw_point();
        __tw_passes(until);
    }
    return 0;
}
