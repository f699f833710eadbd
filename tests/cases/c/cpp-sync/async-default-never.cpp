// Without a policy the function may be deferred: whoever waits for its effect without asking for the result may wait forever.
// expect: deadlock=FALSE
// flags: -std=c++20
#include <atomic>
#include <future>

int main() {
  std::atomic<bool> done{false};
  auto f = std::async([&] {
    done = true;
    done.notify_one();
  });
  done.wait(false); // should call f.get() first
}
