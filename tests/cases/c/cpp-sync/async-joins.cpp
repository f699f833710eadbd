// The destructor of a future from async waits for the thread ([futures.async]: the last function that releases the state blocks until the thread is done).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>

static int data;

int main() {
  {
    auto f = std::async(std::launch::async, [] { data = 1; });
  }
  assert(data == 1);
}
