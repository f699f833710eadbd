/* The clocks of std::chrono: those of the C library. */
#include <chrono>
#include <time.h>

namespace {

std::chrono::nanoseconds read(clockid_t clock) {
    timespec t;
    clock_gettime(clock, &t);
    return std::chrono::nanoseconds(t.tv_sec * 1000000000LL + t.tv_nsec);
}

} // namespace

namespace std::chrono {

inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept { return time_point(duration(read(CLOCK_REALTIME))); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(duration(read(CLOCK_MONOTONIC))); }

} // namespace _V2

} // namespace std::chrono
