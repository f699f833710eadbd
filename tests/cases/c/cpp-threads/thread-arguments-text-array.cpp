// An array argument decays to a pointer; the conversion to std::string happens in the new thread, when the array may be gone ([thread.thread.constr], decay-copy).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 6734
#include <cassert>
#include <string>
#include <thread>

static void use(const std::string &s) { assert(s.size() == 5); }

__attribute__((noinline)) static std::thread start() {
  char text[] = "hello";
  return std::thread(use, text); // should be std::string(text)
}

int main() {
  std::thread t = start();
  t.join();
}
