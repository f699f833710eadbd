// A thread that holds a mutex destroys a callback that waits for it: each waits for the other ([stopcallback.cons], destructor: blocks until the callback returns).
// expect: deadlock=FALSE
// flags: -std=c++20
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex m;

struct Act {
  void operator()() const { std::lock_guard<std::mutex> lock(m); }
};

int main() {
  std::stop_source source;
  auto callback = std::make_unique<std::stop_callback<Act>>(source.get_token(), Act());
  std::thread t([&] { source.request_stop(); });
  {
    std::lock_guard<std::mutex> lock(m);
    callback.reset(); // should come after the block
  }
  t.join();
}
