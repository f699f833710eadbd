// A unique_ptr that was moved from is null and must not be dereferenced ([unique.ptr.single.observers], operator*: Preconditions).
// expect: memory=FALSE
// flags: -std=c++20
// states: 6612
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto p = std::make_unique<int>(42);
  std::thread t([](std::unique_ptr<int> q) { assert(*q == 42); }, std::move(p));
  t.join();
  int value = *p; // belongs to the thread
  assert(value == 42);
}
