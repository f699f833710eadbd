// Two threads write to the object that a shared_future<int&> refers to ([futures.shared.future], get: access to the value is not synchronised).
// expect: data-race=FALSE
// flags: -std=c++20
#include <future>
#include <thread>

int main() {
  int object = 0;
  std::promise<int &> p;
  std::shared_future<int &> f = p.get_future().share();
  std::thread t([f] { f.get() = 1; });
  p.set_value(object);
  f.get() = 2; // should be protected by a lock
  t.join();
}
