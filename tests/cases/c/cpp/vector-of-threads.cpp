// Threads in a std::vector.
// expect: TRUE
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> sum{0};

int main() {
  std::vector<std::thread> threads;
  for (int i = 1; i <= 2; i++)
    threads.emplace_back([i] { sum += i; });
  for (auto &t : threads)
    t.join();
  assert(sum == 3);
}
