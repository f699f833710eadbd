// The second join of a std::thread throws std::system_error with invalid_argument, as it is not joinable any more ([thread.thread.member], join, error conditions).
// expect: TRUE
// flags: -std=c++20
// states: 1380
#include <cassert>
#include <system_error>
#include <thread>

int main() {
  std::thread t([] {});
  t.join();
  bool refused = false;
  try {
    t.join();
  } catch (const std::system_error &e) {
    refused = e.code() == std::errc::invalid_argument;
  }
  assert(refused);
}
