// A thread that joins itself gets std::system_error with resource_deadlock_would_occur instead of waiting ([thread.thread.member], join, error conditions).
// expect: TRUE
// flags: -std=c++20
// states: 4030
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

static std::mutex m;
static std::condition_variable tried;
static std::thread t;
static bool done;

static void run() {
  std::lock_guard lock(m);
  bool refused = false;
  try {
    t.join();
  } catch (const std::system_error &e) {
    refused = e.code() == std::errc::resource_deadlock_would_occur;
  }
  assert(refused);
  done = true;
  tried.notify_one();
}

int main() {
  std::unique_lock lock(m);
  t = std::thread(run);
  tried.wait(lock, [] { return done; });
  lock.unlock();
  t.join();
}
