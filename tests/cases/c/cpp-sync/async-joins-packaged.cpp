// The destructor of a future that does not come from async does not wait ([futures.state], releasing a shared state).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>
#include <utility>

static int data;

int main() {
  std::thread t;
  {
    std::packaged_task<void()> task([] { data = 1; });
    std::future<void> f = task.get_future();
    t = std::thread(std::move(task));
  } // should call f.get()
  assert(data == 1);
  t.join();
}
