// sleep_until may end later.
// expect: assertion=FALSE
// states: 1294
#include <cassert>
#include <chrono>
#include <thread>

int main() {
    auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    std::this_thread::sleep_until(until);
    assert(std::chrono::steady_clock::now() == until);
}
