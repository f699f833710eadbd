// Store buffering with std::atomic_ref<int>; one of the threads sees the other's store (C++20 [atomics.order]/4).
// expect: TRUE
// states: 10032
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static int x, y;
static bool a, b;

int main() {
    std::thread other([] {
        std::atomic_ref(x).store(1, std::memory_order_seq_cst);
        a = std::atomic_ref(y).load(std::memory_order_seq_cst);
    });
    std::atomic_ref(y).store(1, std::memory_order_seq_cst);
    b = std::atomic_ref(x).load(std::memory_order_seq_cst);
    other.join();
    assert(a || b);
}
