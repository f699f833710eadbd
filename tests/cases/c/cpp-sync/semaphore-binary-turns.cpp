// Two binary semaphores hand the turn to and fro: none is released while its counter is 1 ([thread.sema.cnt], release: Preconditions).
// expect: TRUE
// flags: -std=c++20
// states: 1729
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore request(0), reply(0);
static int data;

int main() {
  std::thread t([] {
    for (int i = 0; i < 2; i++) {
      request.acquire();
      data++;
      reply.release();
    }
  });
  for (int i = 0; i < 2; i++) {
    request.release();
    reply.acquire();
    assert(data == i + 1);
  }
  t.join();
}
