// A std::shared_mutex is destroyed while its thread owns it in shared mode, which is undefined ([thread.sharedmutex.class]).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 19
#include <shared_mutex>

int main() {
  {
    std::shared_mutex m;
    m.lock_shared();
    // m.unlock_shared() should be here
  }
}
