// lock of a std::unique_lock that owns its mutex throws std::system_error, which nobody catches: std::terminate, not a deadlock ([thread.lock.unique.locking]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 56
#include <mutex>

static std::mutex m;

int main() {
  std::unique_lock lock(m);
  lock.lock(); // throws
}
