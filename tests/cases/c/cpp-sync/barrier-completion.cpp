// The completion function runs once in each phase, after all have arrived and before anybody goes on ([thread.barrier.class]: phase completion step).
// expect: TRUE
// flags: -std=c++20
// states: 2407
#include <barrier>
#include <cassert>
#include <thread>

static int a, b, sum, runs;

struct Completion {
  void operator()() noexcept {
    sum = a + b;
    runs++;
  }
};

static std::barrier<Completion> meet(2);

int main() {
  std::thread t([] {
    a = 1;
    meet.arrive_and_wait();
    assert(sum == 3 && runs == 1);
    meet.arrive_and_wait();
  });
  b = 2;
  meet.arrive_and_wait();
  assert(sum == 3 && runs == 1);
  meet.arrive_and_wait();
  assert(runs == 2);
  t.join();
}
