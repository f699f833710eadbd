// A std::map that two threads insert into, under a mutex.
// expect: TRUE
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex m;
static std::map<int, int> squares;

static void add(int x) {
  std::lock_guard<std::mutex> lock(m);
  squares[x] = x * x;
}

int main() {
  std::thread t(add, 3);
  add(2);
  t.join();
  assert(squares.size() == 2 && squares.begin()->second == 4 && squares.at(3) == 9);
}
