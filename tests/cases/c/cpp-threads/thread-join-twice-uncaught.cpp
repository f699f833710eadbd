// The second join of a std::thread throws std::system_error, which nobody catches: std::terminate ([thread.thread.member], [except.terminate]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1297
#include <thread>

int main() {
  std::thread t([] {});
  t.join();
  t.join(); // should be left out
}
