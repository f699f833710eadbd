// A wait of condition_variable_any without a token does not end when a stop is requested ([thread.condvarany.wait]).
// expect: deadlock=FALSE
// flags: -std=c++20
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;

int main() {
  std::jthread t([](std::stop_token) {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return false; }); // should pass the token
  });
}
