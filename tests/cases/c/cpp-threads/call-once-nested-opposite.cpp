// Two std::call_once inside of each other in opposite order: each thread waits for the active execution of the other ([thread.once.callonce]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 12070
#include <mutex>
#include <thread>

static std::once_flag a, b;

int main() {
  std::thread t([] {
    std::call_once(a, [] { std::call_once(b, [] {}); });
  });
  std::call_once(b, [] { std::call_once(a, [] {}); }); // should be a outside, b inside
  t.join();
}
