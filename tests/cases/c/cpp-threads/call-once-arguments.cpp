// std::call_once passes its arguments on without copying them, also to a member function ([thread.once.callonce]).
// expect: TRUE
// flags: -std=c++20
// states: 9237
#include <cassert>
#include <mutex>
#include <thread>

struct Service {
  int value = 0;
  Service() = default;
  Service(const Service &) = delete;
  void init(int &calls) {
    calls++;
    value = 42;
  }
};

static std::once_flag once;
static Service service;
static int calls;

static void user() {
  std::call_once(once, &Service::init, service, calls);
  assert(service.value == 42);
}

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(calls == 1);
}
