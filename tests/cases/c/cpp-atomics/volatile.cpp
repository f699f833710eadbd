// Store buffering with volatile std::atomic<int>; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
// states: 5275
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static volatile std::atomic<int> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(1, std::memory_order_seq_cst);
        a = y.load(std::memory_order_seq_cst);
    });
    y.store(1, std::memory_order_seq_cst);
    b = x.load(std::memory_order_seq_cst);
    other.join();
    assert(a || b);
}
