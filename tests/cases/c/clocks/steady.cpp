// steady_clock does not go back ([time.clock.steady]).
// expect: TRUE
// states: 351
#include <cassert>
#include <chrono>

int main() {
    auto a = std::chrono::steady_clock::now();
    auto b = std::chrono::steady_clock::now();
    auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(b - a);
    assert(elapsed.count() >= 0);
}
