// An exception of the function is lost if nobody calls get ([futures.async]: stored as the exceptional result).
// expect: TRUE
// flags: -std=c++20
#include <future>
#include <stdexcept>

int main() {
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("failed"); });
  f.wait();
}
