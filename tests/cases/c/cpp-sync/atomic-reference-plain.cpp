// One thread uses atomic_ref, the other one the object itself ([atomics.ref.generic]: all accesses must go through atomic_ref).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 2346
#include <atomic>
#include <cassert>
#include <thread>

alignas(std::atomic_ref<int>::required_alignment) static int counter;

int main() {
  std::thread t([] {
    std::atomic_ref<int> shared(counter);
    shared.fetch_add(1);
  });
  counter++; // should use atomic_ref
  t.join();
  assert(counter == 2);
}
