// A std::mutex is destroyed at the end of its block while its thread owns it, which is undefined ([thread.mutex.class]).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 29
#include <mutex>

int main() {
  {
    std::mutex m;
    m.lock();
    // m.unlock() should be here
  }
}
