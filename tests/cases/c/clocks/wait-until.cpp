// wait_until with a predicate: false means that the time has passed.
// expect: TRUE
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
    std::mutex m;
    std::condition_variable c;
    bool done = false;
    std::thread t([&] {
        std::lock_guard<std::mutex> guard(m);
        done = true;
        c.notify_one();
    });
    auto until = std::chrono::system_clock::now() + std::chrono::milliseconds(50);
    std::unique_lock<std::mutex> lock(m);
    bool result = c.wait_until(lock, until, [&] { return done; });
    lock.unlock();
    auto after = std::chrono::system_clock::now();
    assert(result || after >= until);
    t.join();
}
