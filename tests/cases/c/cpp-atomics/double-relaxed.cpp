// Store buffering with std::atomic<double>; relaxed: neither thread may see the other's store (C++20 [atomics.order]).
// expect: UNKNOWN
// states: 5355
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<double> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(1, std::memory_order_relaxed);
        a = y.load(std::memory_order_relaxed) != 0;
    });
    y.store(1, std::memory_order_relaxed);
    b = x.load(std::memory_order_relaxed) != 0;
    other.join();
    assert(a || b);
}
