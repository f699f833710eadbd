// Store buffering with std::shared_ptr through the free functions; relaxed: neither thread may see the other's store (C++20 [atomics.order]).
// expect: UNKNOWN
// flags: -std=c++20
#include <atomic>
#include <memory>
#include <cassert>
#include <thread>

static std::shared_ptr<int> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        std::atomic_store_explicit(&x, std::make_shared<int>(1), std::memory_order_relaxed);
        a = std::atomic_load_explicit(&y, std::memory_order_relaxed) != nullptr;
    });
    std::atomic_store_explicit(&y, std::make_shared<int>(1), std::memory_order_relaxed);
    b = std::atomic_load_explicit(&x, std::memory_order_relaxed) != nullptr;
    other.join();
    assert(a || b);
}
