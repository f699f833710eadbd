// acquire blocks until another thread releases, and sees what that thread wrote before ([thread.sema.cnt], acquire).
// expect: TRUE
// flags: -std=c++20
// states: 1649
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> filled(0);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    filled.release();
  });
  filled.acquire();
  assert(data == 1);
  t.join();
}
