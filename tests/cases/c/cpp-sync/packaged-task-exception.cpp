// An exception of a packaged_task does not leave the thread but is thrown by get ([futures.task.members], operator()).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<void()> task([] { throw std::runtime_error("failed"); });
  std::future<void> f = task.get_future();
  std::thread t(std::move(task));
  bool caught = false;
  try {
    f.get();
  } catch (const std::runtime_error &e) {
    caught = e.what()[0] == 'f';
  }
  assert(caught);
  t.join();
}
