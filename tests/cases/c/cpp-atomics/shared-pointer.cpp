// Store buffering with std::atomic<std::shared_ptr<int>>; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <memory>
#include <cassert>
#include <thread>

static std::atomic<std::shared_ptr<int>> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(std::make_shared<int>(1), std::memory_order_seq_cst);
        a = y.load(std::memory_order_seq_cst) != nullptr;
    });
    y.store(std::make_shared<int>(1), std::memory_order_seq_cst);
    b = x.load(std::memory_order_seq_cst) != nullptr;
    other.join();
    assert(a || b);
}
