// sleep_until ends when its time has come ([thread.thread.this]).
// expect: TRUE
// states: 1434
#include <cassert>
#include <chrono>
#include <thread>

int main() {
    auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    std::this_thread::sleep_until(until);
    assert(std::chrono::steady_clock::now() >= until);
}
