/* Times of std::chrono as the models know them (passing.c): the time of the process in nanoseconds, 0 where no clock is read. */
#ifndef THREADWISE_TIMES_H
#define THREADWISE_TIMES_H 1

#pragma GCC system_header

#include <bits/chrono.h>
#include <time.h>

extern "C" {
extern const int __tw_clock_is_read;
long long __tw_after(long long nanoseconds);
long long __tw_at(clockid_t clock, long long time);
long long __tw_present(clockid_t clock);
}

namespace std {

/* Nanoseconds, rounded up; the nearest that there are. */
template <class _Rep, class _Period> long long __tw_nanoseconds(const chrono::duration<_Rep, _Period> &__time) {
    double __about = chrono::duration<double, nano>(__time).count();
    if (__about >= 9e18) return __LONG_LONG_MAX__;
    if (__about <= -9e18) return -__LONG_LONG_MAX__;
    chrono::nanoseconds __down = chrono::duration_cast<chrono::nanoseconds>(__time);
    return __down.count() + (__down < __time);
}

/* When that time is over, from now on. */
template <class _Rep, class _Period> long long __tw_time(const chrono::duration<_Rep, _Period> &__time) {
    return __tw_clock_is_read ? __tw_after(__tw_nanoseconds(__time)) : 0;
}

/* When a clock shows it; of a clock of the program's own nothing is known. */
template <class _Dur> long long __tw_time(const chrono::time_point<chrono::steady_clock, _Dur> &__time) {
    return __tw_clock_is_read ? __tw_at(CLOCK_MONOTONIC, __tw_nanoseconds(__time.time_since_epoch())) : 0;
}

template <class _Dur> long long __tw_time(const chrono::time_point<chrono::system_clock, _Dur> &__time) {
    return __tw_clock_is_read ? __tw_at(CLOCK_REALTIME, __tw_nanoseconds(__time.time_since_epoch())) : 0;
}

template <class _Clock, class _Dur> long long __tw_time(const chrono::time_point<_Clock, _Dur> &) { return 0; }

/* The present of a clock, without letting it move; a clock of the program's own stands still. */
struct __tw_now {
    template <class _Dur> operator chrono::time_point<chrono::steady_clock, _Dur>() const {
        return chrono::time_point<chrono::steady_clock, _Dur>(_Dur(chrono::nanoseconds(__tw_present(CLOCK_MONOTONIC))));
    }

    template <class _Dur> operator chrono::time_point<chrono::system_clock, _Dur>() const {
        return chrono::time_point<chrono::system_clock, _Dur>(_Dur(chrono::nanoseconds(__tw_present(CLOCK_REALTIME))));
    }

    template <class _Clock, class _Dur> operator chrono::time_point<_Clock, _Dur>() const {
        return chrono::time_point<_Clock, _Dur>();
    }
};

} // namespace std
#endif
