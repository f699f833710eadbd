// A std::once_flag may be a local variable ([thread.once]): only pthread_once rules it out.
// expect: TRUE
// states: 6521
// flags: -std=c++20
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::once_flag flag;
  int calls = 0;
  std::thread other([&] { std::call_once(flag, [&] { calls++; }); });
  std::call_once(flag, [&] { calls++; });
  other.join();
  assert(calls == 1);
}
