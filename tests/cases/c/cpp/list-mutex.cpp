// A std::list that two threads append to, under a mutex.
// expect: TRUE
// states: 17376
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  std::list<int> l;
  std::thread t([&l] {
    std::lock_guard<std::mutex> lock(m);
    l.push_back(1);
  });
  {
    std::lock_guard<std::mutex> lock(m);
    l.push_front(2);
  }
  t.join();
  assert(l.size() == 2);
  assert(l.front() == 2 && l.back() == 1);
}
