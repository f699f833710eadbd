// Two threads wait on a std::condition_variable_any with different mutexes, which is allowed ([thread.condition.condvarany]).
// expect: TRUE
// flags: -std=c++20
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m, n;
static std::condition_variable_any changed;

int main() {
  std::thread t([] {
    std::unique_lock lock(m);
    changed.wait_for(lock, std::chrono::milliseconds(1));
  });
  {
    std::unique_lock lock(n);
    changed.wait_for(lock, std::chrono::milliseconds(1));
  }
  t.join();
}
