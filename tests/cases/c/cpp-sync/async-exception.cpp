// An exception of the function is thrown by get, in the other thread ([futures.async]: stored as the exceptional result).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("failed"); });
  bool caught = false;
  try {
    f.get();
  } catch (const std::runtime_error &e) {
    caught = e.what()[0] == 'f';
  }
  assert(caught);
}
