// A wait of std::condition_variable_any with a stop token ends when the destructor of the std::jthread requests the stop ([thread.condvarany.intwait], [thread.jthread.cons]).
// expect: TRUE
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
    bool held = changed.wait(lock, s, [] { return false; });
    assert(!held);
    assert(s.stop_requested());
    assert(lock.owns_lock());
  });
}
