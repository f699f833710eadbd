// A thread calls a virtual function of an object that is being destroyed: a race on its type.
// expect: assertion=FALSE data-race=FALSE
// states: 4273
#include <cassert>
#include <thread>

struct Worker {
  std::thread t;
  virtual int kind() { return 0; }
  void start() {
    t = std::thread([this] { assert(kind() == 1); });
  }
  virtual ~Worker() { t.join(); }
};

struct Special : Worker {
  int kind() override { return 1; }
  ~Special() override {} // should join here: from now on kind() is that of Worker
};

int main() {
  Special s;
  s.start();
}
