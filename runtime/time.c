/* Time (time.h, sys/time.h). Clocks give any values: they are not known to advance. Sleeping is a point where other
 * threads may run, and a cancellation point. Calendars and timers are unsupported. */
#include "internal.h"
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static time_t seconds(void) { return (time_t)__tw_input(31, 0); }

static long below(long bound) {
    long n = (long)__tw_input(30, 0);
    __tw_assume(n < bound);
    return n;
}

static int rest(void) {
    tw_point();
    __tw_cancel_point();
    return 0;
}

static int fail(int error) {
    errno = error;
    return -1;
}

time_t time(time_t *to) {
    time_t now = seconds();
    if (to) {
        __tw_access(to, sizeof *to, 1);
        *to = now;
    }
    return now;
}

clock_t clock(void) { return (clock_t)__tw_input(31, 0); }
double difftime(time_t a, time_t b) { return (double)a - (double)b; }

int clock_gettime(clockid_t clock, struct timespec *to) {
    if (clock < 0 || clock > CLOCK_TAI) return fail(EINVAL);
    struct timespec now = {.tv_sec = seconds(), .tv_nsec = below(1000000000)};
    __tw_access(to, sizeof *to, 1);
    to->tv_sec = now.tv_sec;
    to->tv_nsec = now.tv_nsec;
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *to) {
    if (clock < 0 || clock > CLOCK_TAI) return fail(EINVAL);
    if (!to) return 0;
    __tw_access(to, sizeof *to, 1);
    to->tv_sec = 0;
    to->tv_nsec = 1;
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    if (base != TIME_UTC) return 0;
    clock_gettime(CLOCK_REALTIME, to);
    return base;
}

int gettimeofday(struct timeval *to, void *zone) {
    struct timeval now = {.tv_sec = seconds(), .tv_usec = below(1000000)};
    __tw_access(to, sizeof *to, 1);
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_usec;
    return 0;
}

/* ---- sleeping ---- */

unsigned sleep(unsigned time) {
    rest();
    return 0;
}

int usleep(useconds_t time) { return rest(); }

int nanosleep(const struct timespec *time, struct timespec *left) {
    TW_READ(time);
    __tw_cancel_point();
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return fail(EINVAL);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    TW_READ(time);
    __tw_cancel_point();
    if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return EINVAL;
    return 0;
}

/* ---- unsupported ---- */

#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported(#name); }
UNSUPPORTED(struct tm *, localtime, const time_t *t)
UNSUPPORTED(struct tm *, localtime_r, const time_t *restrict t, struct tm *restrict to)
UNSUPPORTED(struct tm *, gmtime, const time_t *t)
UNSUPPORTED(struct tm *, gmtime_r, const time_t *restrict t, struct tm *restrict to)
UNSUPPORTED(time_t, mktime, struct tm *t)
UNSUPPORTED(char *, ctime, const time_t *t)
UNSUPPORTED(char *, asctime, const struct tm *t)
UNSUPPORTED(size_t, strftime, char *restrict to, size_t room, const char *restrict f, const struct tm *restrict t)
UNSUPPORTED(unsigned, alarm, unsigned time)
UNSUPPORTED(clock_t, times, struct tms *to)
