// A std::string made by the caller is moved into the thread: the array that it was made from may be gone ([thread.thread.constr], decay-copy).
// expect: TRUE
// flags: -std=c++20
// states: 5769
#include <cassert>
#include <string>
#include <thread>

static void use(const std::string &s) { assert(s.size() == 5); }

__attribute__((noinline)) static std::thread start() {
  char text[] = "hello";
  return std::thread(use, std::string(text));
}

int main() {
  std::thread t = start();
  t.join();
}
