// A wait without the stop token is not ended by the request to stop: the destructor of the std::jthread waits for ever ([thread.condvarany.wait], [thread.jthread.cons]).
// expect: deadlock=FALSE
// flags: -std=c++20
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;

int main() {
  std::jthread t([](std::stop_token s) {
    std::unique_lock lock(m);
    bool held = false;
    changed.wait(lock, [] { return false; }); // should take s
    assert(!held);
    assert(s.stop_requested());
    assert(lock.owns_lock());
  });
}
