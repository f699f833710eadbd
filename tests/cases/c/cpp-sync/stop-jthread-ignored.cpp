// The destructor of a jthread joins a thread that ignores the request and waits for something else ([thread.jthread.cons], destructor).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 10699
#include <semaphore>
#include <stop_token>
#include <thread>

static std::binary_semaphore never(0);

int main() {
  std::jthread t([](std::stop_token) {
    never.acquire(); // should wait for the token
  });
}
