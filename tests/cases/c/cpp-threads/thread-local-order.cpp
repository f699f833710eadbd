// thread_local objects are destroyed in the reverse order of their construction, before the join returns ([basic.start.term]).
// expect: TRUE
// flags: -std=c++20
// states: 1795
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
  thread_local Step<1> first;
  first.used = 1;
  thread_local Step<2> second;
  second.used = 1;
}

int main() {
  std::thread t(run);
  t.join();
  assert(last == 1);
}
