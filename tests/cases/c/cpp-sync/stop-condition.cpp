// A wait of condition_variable_any with a token ends when a stop is requested ([thread.condvarany.intwait]).
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
  std::jthread t([](std::stop_token token) {
    std::unique_lock<std::mutex> lock(m);
    bool got = changed.wait(lock, token, [] { return false; });
    assert(!got && token.stop_requested());
  });
}
