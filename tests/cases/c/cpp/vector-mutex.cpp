// A std::vector that two threads append to, under a mutex.
// expect: TRUE
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;

int main() {
  std::vector<int> v;
  auto add = [&v](int x) {
    std::lock_guard<std::mutex> lock(m);
    v.push_back(x);
  };
  std::thread t(add, 1);
  add(2);
  t.join();
  assert(v.size() == 2 && v[0] + v[1] == 3);
}
