// Who sees true from try_wait sees what was written before the latch was counted down ([thread.latch.class], try_wait).
// expect: TRUE
// flags: -std=c++20
// states: 1732
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(1);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    done.count_down();
  });
  if (done.try_wait())
    assert(data == 1);
  t.join();
  assert(done.try_wait());
}
