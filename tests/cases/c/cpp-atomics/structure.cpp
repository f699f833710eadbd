// Store buffering with a structure that needs a lock; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
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
        x.store(Three{{1}}, std::memory_order_seq_cst);
        a = y.load(std::memory_order_seq_cst).words[0];
    });
    y.store(Three{{1}}, std::memory_order_seq_cst);
    b = x.load(std::memory_order_seq_cst).words[0];
    other.join();
    assert(a || b);
}
