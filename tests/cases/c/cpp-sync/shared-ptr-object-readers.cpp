// Two threads copy the same shared_ptr object: copying only reads it ([util.smartptr.shared], [res.on.data.races]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <memory>
#include <thread>

int main() {
  const auto p = std::make_shared<int>(42);
  auto read = [&p] {
    std::shared_ptr<int> q = p;
    assert(*q == 42);
  };
  std::thread t(read);
  read();
  t.join();
  assert(p.use_count() == 1);
}
