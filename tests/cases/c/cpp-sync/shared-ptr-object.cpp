// One thread copies a shared_ptr object that another one resets: only the counts are safe, not the pointer ([util.smartptr.shared], paragraph 5).
// expect: data-race=FALSE memory=FALSE
// flags: -std=c++20
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(42);
  std::thread t([&p] { std::shared_ptr<int> q = p; }); // should capture a copy
  p.reset();
  t.join();
}
