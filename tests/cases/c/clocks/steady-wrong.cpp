// Two readings of steady_clock may be equal.
// expect: assertion=FALSE
// states: 493
#include <cassert>
#include <chrono>

int main() {
    auto a = std::chrono::steady_clock::now();
    auto b = std::chrono::steady_clock::now();
    auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(b - a);
    assert(b > a);
}
