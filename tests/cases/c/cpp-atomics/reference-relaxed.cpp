// Store buffering with std::atomic_ref<int>; relaxed: neither thread may see the other's store (C++20 [atomics.order]).
// expect: UNKNOWN
// states: 10032
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static int x, y;
static bool a, b;

int main() {
    std::thread other([] {
        std::atomic_ref(x).store(1, std::memory_order_relaxed);
        a = std::atomic_ref(y).load(std::memory_order_relaxed);
    });
    std::atomic_ref(y).store(1, std::memory_order_relaxed);
    b = std::atomic_ref(x).load(std::memory_order_relaxed);
    other.join();
    assert(a || b);
}
