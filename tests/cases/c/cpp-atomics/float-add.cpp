// Store buffering with additions to std::atomic<float>; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
// expect[O1,O2]: UNKNOWN
// states: 16708
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<float> x, y;
static bool a, b;

int main() {
    std::thread other([] {
        x.fetch_add(1, std::memory_order_seq_cst);
        a = y.load(std::memory_order_seq_cst) != 0;
    });
    y.fetch_add(1, std::memory_order_seq_cst);
    b = x.load(std::memory_order_seq_cst) != 0;
    other.join();
    assert(a || b);
}
