// A unique_ptr is moved into a thread, which frees the object; the pointer that was moved from is null ([unique.ptr.single.ctor]).
// expect: TRUE
// flags: -std=c++20
// states: 11478
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto p = std::make_unique<int>(42);
  std::thread t([](std::unique_ptr<int> q) { assert(*q == 42); }, std::move(p));
  assert(!p);
  t.join();
}
