// thread_local objects are destroyed in the reverse order of their construction: the second goes first ([basic.start.term]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1517
#include <cassert>
#include <thread>

static int last;

template <int N> struct Step {
  int used = 0;
  ~Step() {
    assert(last == N + 1);
    last = N;
  }
};

static void run() {
  last = 3;
  thread_local Step<2> second; // should be constructed after the other
  second.used = 1;
  thread_local Step<1> first;
  first.used = 1;
}

int main() {
  std::thread t(run);
  t.join();
  assert(last == 1);
}
