// One thread tests a shared_ptr object that another one resets ([util.smartptr.shared], paragraph 5: changes of the object itself may race).
// expect: data-race=FALSE
// flags: -std=c++20
// states: 13481
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(42);
  bool seen = false;
  std::thread t([&] { seen = p != nullptr; }); // should test a copy
  p.reset();
  t.join();
}
