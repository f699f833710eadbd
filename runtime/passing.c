/* The time of the process, in nanoseconds, which all clocks show in their own ways (clock.c).
 *
 * It moves where it must: sleeping ends, and a time limit passes, not before their time. Where a clock is read it may move by one of a
 * few steps (__tw_clock_steps), __tw_clock_advances times in an execution; then it stands still. Between these places no
 * thread could tell whether it moves. The first look finds the same time always: clocks count from a time that is
 * left open. Where no clock of the process is read (__tw_clock_is_read) there is no time: a limit may pass whenever a thread waits.
 * Executions in which time must move more than MOST times are not followed. */
#include "internal.h"

/* Just before a full second, so that the least step is seen by all clocks. */
enum { START = 999999999, MOST = 32 };

/* No later time is told from this one: 2^62 ns. */
#define LATEST (1LL << 62)
#define SECOND 1000000000LL

/* The time of day when the time of the process is 0: 13 September 2020. */
#define EPOCH (1600000000 * SECOND)

static struct {
    long long now; /* 0: nobody has looked yet */
    unsigned char steps, moves;
} process;

static long long sum(long long a, long long b) {
    long long result;
    if (__builtin_add_overflow(a, b, &result)) return a < 0 ? 0 : LATEST;
    return result < 0 ? 0 : result > LATEST ? LATEST : result;
}

static int is_time_of_day(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

/* ---- steps ---- */

/* Moves a clock by one of the steps, or not. */
void __tw_clock_step(long long *now, unsigned char *steps) {
    if (*steps >= __tw_clock_advances) return;
    int step = __tw_choose(1 + TW_CLOCK_STEPS);
    if (!step) return;
    *now = sum(*now, __tw_clock_steps[step - 1]);
    ++*steps;
}

static long long look(void) {
    if (!process.now) process.now = START;
    return process.now;
}

/* The time of the process as a clock shows it. */
long long __tw_time_read(void) {
    __tw_assumed(TW_CLOCK);
    if (process.now) __tw_clock_step(&process.now, &process.steps);
    return look();
}

long long __tw_shown(clockid_t clock, long long time) { return is_time_of_day(clock) ? time + EPOCH : time; }

long long __tw_present(clockid_t clock) { return __tw_clock_is_read ? __tw_shown(clock, look()) : 0; }

/* ---- times to come ---- */

long long __tw_span(long long seconds, long long nanoseconds) {
    long long whole;
    if (__builtin_mul_overflow(seconds, SECOND, &whole)) return seconds < 0 ? 0 : LATEST;
    return sum(whole, nanoseconds);
}

/* Others may run after this look: a thread that tries again to wait does not look again. */
long long __tw_after(long long nanoseconds) {
    if (!__tw_clock_is_read || nanoseconds <= 0) return 0;
    long long time = sum(look(), nanoseconds);
    tw_point();
    return time;
}

long long __tw_at(clockid_t clock, long long time) {
    if (!__tw_clock_is_read) return 0;
    if (!is_time_of_day(clock)) return sum(time, 0);
    return __tw_strict_standard || time < EPOCH ? 0 : sum(time - EPOCH, 0);
}

long long __tw_until(clockid_t clock, const struct timespec *until) {
    return __tw_clock_is_read ? __tw_at(clock, __tw_span(until->tv_sec, until->tv_nsec)) : 0;
}

void __tw_passes(long long time) {
    if (!__tw_clock_is_read || time <= look()) return;
    if (process.moves == MOST) {
        __tw_assumed(TW_TIME_ENDS);
        __tw_assume(0);
    }
    process.moves++;
    process.now = time;
}

void __tw_rest(long long nanoseconds) {
    __tw_passes(__tw_after(nanoseconds));
}
