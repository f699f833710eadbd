// A thread joins itself and does not catch the std::system_error: an exception that leaves the function of a thread calls std::terminate ([thread.thread.member], [thread.thread.constr]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 3412
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable tried;
static std::thread t;
static bool done;

static void run() {
  std::lock_guard lock(m);
  t.join(); // throws
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
