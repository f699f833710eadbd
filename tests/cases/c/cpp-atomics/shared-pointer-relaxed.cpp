// Store buffering with std::atomic<std::shared_ptr<int>>; relaxed: neither thread may see the other's store (C++20 [atomics.order]).
// expect: UNKNOWN
// flags: -std=c++20
#include <atomic>
#include <memory>
#include <cassert>
#include <thread>

static std::atomic<std::shared_ptr<int>> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(std::make_shared<int>(1), std::memory_order_relaxed);
        a = y.load(std::memory_order_relaxed) != nullptr;
    });
    y.store(std::make_shared<int>(1), std::memory_order_relaxed);
    b = x.load(std::memory_order_relaxed) != nullptr;
    other.join();
    assert(a || b);
}
