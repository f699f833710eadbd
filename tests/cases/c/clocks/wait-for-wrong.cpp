// wait_for one hour may time out.
// expect: assertion=FALSE
// states: 829
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
    if (status == std::cv_status::timeout) assert(false);
}
