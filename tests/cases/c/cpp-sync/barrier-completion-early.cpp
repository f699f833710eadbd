// A thread that arrives without waiting may go on before the completion function runs ([thread.barrier.class], arrive: does not block).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 2508
#include <barrier>
#include <cassert>
#include <thread>

static int runs;

struct Completion {
  void operator()() noexcept { runs++; }
};

static std::barrier<Completion> meet(2);

int main() {
  std::thread t([] {
    meet.arrive_and_wait();
    assert(runs == 1);
  });
  (void)meet.arrive(); // should be arrive_and_wait
  assert(runs == 1);
  t.join();
}
