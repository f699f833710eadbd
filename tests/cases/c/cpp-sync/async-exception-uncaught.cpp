// An exception of the function is thrown by get, where nobody catches it: std::terminate ([futures.unique.future], get: Throws).
// expect: assertion=FALSE
// flags: -std=c++20
#include <future>
#include <stdexcept>

int main() {
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("failed"); });
  f.get(); // should be in a try block
}
