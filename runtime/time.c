/* Times of the calendar (time.h, sys/time.h). Clocks are in clock.c, sleeping in sleep.c. Calendars and timers are
 * unsupported. */
#include "internal.h"
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

double difftime(time_t a, time_t b) { return (double)a - (double)b; }

int clock_getres(clockid_t clock, struct timespec *to) {
    if (clock < 0 || clock > CLOCK_TAI) {
        errno = EINVAL;
        return -1;
    }
    if (!to) return 0;
    __tw_access(to, sizeof *to, 1);
    to->tv_sec = 0;
    to->tv_nsec = 1;
    return 0;
}

/* ---- unsupported ---- */

/* Objects that calls share (C17 7.27.3p1): two threads that use them race, before that is unsupported. */
static char broken_down, text;

#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported(#name); }
#define UNSUPPORTED_SHARED(type, name, shared, ...) \
    type name(__VA_ARGS__) {                        \
        TW_WRITE(&shared);                          \
        __tw_unsupported(#name);                    \
    }
UNSUPPORTED_SHARED(struct tm *, localtime, broken_down, const time_t *t)
UNSUPPORTED(struct tm *, localtime_r, const time_t *restrict t, struct tm *restrict to)
UNSUPPORTED_SHARED(struct tm *, gmtime, broken_down, const time_t *t)
UNSUPPORTED(struct tm *, gmtime_r, const time_t *restrict t, struct tm *restrict to)
UNSUPPORTED(time_t, mktime, struct tm *t)
UNSUPPORTED_SHARED(char *, asctime, text, const struct tm *t)
char *ctime(const time_t *t) {
    TW_WRITE(&broken_down);
    TW_WRITE(&text);
    __tw_unsupported("ctime");
}
UNSUPPORTED(size_t, strftime, char *restrict to, size_t room, const char *restrict f, const struct tm *restrict t)
UNSUPPORTED(clock_t, times, struct tms *to)
