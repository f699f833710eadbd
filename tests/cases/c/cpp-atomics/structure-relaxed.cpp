// Store buffering with a structure that needs a lock; relaxed: neither thread may see the other's store (C++20 [atomics.order]).
// expect: UNKNOWN
// states: 4422
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

struct Three { long words[3]; };
static std::atomic<Three> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(Three{{1}}, std::memory_order_relaxed);
        a = y.load(std::memory_order_relaxed).words[0];
    });
    y.store(Three{{1}}, std::memory_order_relaxed);
    b = x.load(std::memory_order_relaxed).words[0];
    other.join();
    assert(a || b);
}
