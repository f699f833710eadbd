// Without a policy the function may be deferred and run in the calling thread ([futures.async]: the implementation may choose either).
// expect: assertion=FALSE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

int main() {
  auto f = std::async([] { return std::this_thread::get_id(); }); // should say launch::async
  assert(f.get() != std::this_thread::get_id());
}
