// A callback that needs a mutex is destroyed by a thread that does not hold it ([stopcallback.cons], destructor: blocks until the callback returns).
// expect: TRUE
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
  }
  callback.reset();
  t.join();
}
