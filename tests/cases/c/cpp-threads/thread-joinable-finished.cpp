// A thread that has finished but was not joined is still joinable: the destructor of its std::thread calls std::terminate ([thread.thread.destr]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 3793
#include <atomic>
#include <thread>

static std::atomic<bool> finished{false};

int main() {
  std::thread t([] { finished = true; });
  if (!finished)
    t.join(); // should be joined in any case
}
