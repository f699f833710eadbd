// A std::mutex on the heap is deleted while its thread owns it, which is undefined ([thread.mutex.class]).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 146
#include <memory>
#include <mutex>

int main() {
  auto p = std::make_unique<std::mutex>();
  p->lock();
  // p->unlock() should be here
}
