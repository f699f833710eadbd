/* Clocks that are read (time.h, sys/time.h). Each shows the time of the process (passing.c): the monotonic ones as it is, the
 * time of day with another beginning. The latter is taken not to be set while the process runs, except in the strict reading of
 * the standards: there it is any. Clocks of processor time move by the same steps, each for itself, and
 * not because somebody sleeps. Coarse clocks lag behind. */
#include "internal.h"
#include <sys/time.h>
#include <time.h>

#define SECOND 1000000000LL

/* Also tells the front end that the program can read a clock. */
long long __tw_clock_read(clockid_t clock);

static unsigned char processor_steps;
static long long processor_time;

static int fail(int error) {
    errno = error;
    return -1;
}

/* Any time of day. */
static long long any(void) {
    long long seconds = __tw_input(31, 0), rest = __tw_input(30, 0);
    __tw_assume(rest < SECOND);
    return seconds * SECOND + rest;
}

static long long time_of_day(clockid_t clock) {
    if (__tw_strict_standard) return any();
    __tw_assumed(TW_TIME_OF_DAY);
    return __tw_shown(clock, __tw_time_read());
}

static long long processor(long long *time, unsigned char *steps) {
    __tw_assumed(TW_CLOCK);
    if (*time) __tw_clock_step(time, steps);
    else *time = SECOND - 1;
    return *time;
}

static long long of_thread(void) {
    struct tw_settings *s = __tw_settings(__tw_me());
    return processor(&s->processor_time, &s->processor_steps);
}

long long __tw_clock_read(clockid_t clock) {
    long long time;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_ALARM: time = time_of_day(clock); break;
    case CLOCK_REALTIME_COARSE: time = time_of_day(clock) / 4000000 * 4000000; break;
    case CLOCK_TAI: time = time_of_day(clock) + 37 * SECOND; break;
    case CLOCK_MONOTONIC_COARSE: time = __tw_time_read() / 4000000 * 4000000; break;
    case CLOCK_PROCESS_CPUTIME_ID: time = processor(&processor_time, &processor_steps); break;
    case CLOCK_THREAD_CPUTIME_ID: time = of_thread(); break;
    default: time = __tw_time_read(); break;
    }
    __tw_clock_shows(time);
    return time;
}

time_t time(time_t *to) {
    time_t now = (time_t)(__tw_clock_read(CLOCK_REALTIME) / SECOND);
    if (to) {
        __tw_access(to, sizeof *to, 1);
        *to = now;
    }
    return now;
}

clock_t clock(void) { return (clock_t)(__tw_clock_read(CLOCK_PROCESS_CPUTIME_ID) / (SECOND / CLOCKS_PER_SEC)); }

int clock_gettime(clockid_t clock, struct timespec *to) {
    if (clock < 0 || clock > CLOCK_TAI) return fail(EINVAL);
    long long now = __tw_clock_read(clock);
    __tw_access(to, sizeof *to, 1);
    to->tv_sec = (time_t)(now / SECOND);
    to->tv_nsec = (long)(now % SECOND);
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    if (base != TIME_UTC) return 0;
    clock_gettime(CLOCK_REALTIME, to);
    return base;
}

int gettimeofday(struct timeval *to, void *zone) {
    long long now = __tw_clock_read(CLOCK_REALTIME);
    if (to) {
        __tw_access(to, sizeof *to, 1);
        to->tv_sec = (time_t)(now / SECOND);
        to->tv_usec = (suseconds_t)(now % SECOND / 1000);
    }
    if (zone) __tw_unsupported("gettimeofday with a time zone");
    return 0;
}
