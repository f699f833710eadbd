// The destructor of a jthread requests a stop and joins ([thread.jthread.cons], destructor).
// expect: TRUE
// flags: -std=c++20
// states: 18476
#include <cassert>
#include <stop_token>
#include <thread>

static int data;

int main() {
  {
    std::jthread t([](std::stop_token token) {
      while (!token.stop_requested())
        ;
      data = 1;
    });
  }
  assert(data == 1);
}
