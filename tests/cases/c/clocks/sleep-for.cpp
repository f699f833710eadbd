// sleep_for sleeps at least as long as asked for ([thread.thread.this]).
// expect: TRUE
// states: 673
#include <cassert>
#include <chrono>
#include <thread>

int main() {
    using clock = std::chrono::high_resolution_clock;
    auto start = clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    auto elapsed = clock::now() - start;
    assert(elapsed >= std::chrono::milliseconds(20));
}
