// atomic_ref makes each access to a plain int atomic, while all threads use it ([atomics.ref.generic]).
// expect: TRUE
// flags: -std=c++20
// states: 4308
#include <atomic>
#include <cassert>
#include <thread>

alignas(std::atomic_ref<int>::required_alignment) static int counter;

static void work() {
  std::atomic_ref<int> shared(counter);
  shared.fetch_add(1);
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
