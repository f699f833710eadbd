// When wait_for has timed out, its time has passed ([thread.condition.condvar]).
// expect: TRUE
// states: 1266
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
    std::mutex m;
    std::condition_variable c;
    std::unique_lock<std::mutex> lock(m);
    auto start = std::chrono::steady_clock::now();
    auto status = c.wait_for(lock, std::chrono::hours(1));
    auto elapsed = std::chrono::steady_clock::now() - start;
    if (status == std::cv_status::timeout) assert(elapsed >= std::chrono::hours(1));
}
