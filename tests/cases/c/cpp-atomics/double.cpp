// Store buffering with std::atomic<double>; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
// states: 5355
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<double> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.store(1, std::memory_order_seq_cst);
        a = y.load(std::memory_order_seq_cst) != 0;
    });
    y.store(1, std::memory_order_seq_cst);
    b = x.load(std::memory_order_seq_cst) != 0;
    other.join();
    assert(a || b);
}
