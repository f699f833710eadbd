// A std::string that two threads append to, under a mutex.
// expect: TRUE
// states: 14964
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::string s;

static void add(char c) {
  std::lock_guard<std::mutex> lock(m);
  s += c;
}

int main() {
  std::thread t(add, 'a');
  add('b');
  t.join();
  assert(s == "ab" || s == "ba");
}
