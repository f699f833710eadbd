// try_lock_for may fail.
// expect: assertion=FALSE
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

int main() {
    std::timed_mutex m;
    std::thread t([&] {
        m.lock();
        m.unlock();
    });
    auto start = std::chrono::steady_clock::now();
    bool locked = m.try_lock_for(std::chrono::seconds(2));
    auto elapsed = std::chrono::steady_clock::now() - start;
    assert(locked);
    if (locked) m.unlock();
    t.join();
}
