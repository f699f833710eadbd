// A callback may destroy itself: the destructor does not wait for a callback of its own thread ([stopcallback.cons], destructor).
// expect: TRUE
// flags: -std=c++20
// states: 12163
#include <cassert>
#include <memory>
#include <stop_token>
#include <thread>

struct Drop {
  void operator()() const;
};

static std::unique_ptr<std::stop_callback<Drop>> callback;

void Drop::operator()() const { callback.reset(); }

int main() {
  std::stop_source source;
  callback = std::make_unique<std::stop_callback<Drop>>(source.get_token(), Drop());
  std::thread t([&] { source.request_stop(); });
  t.join();
  assert(!callback);
}
