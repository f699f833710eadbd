// Producer and consumer share a ring of three places, counted by counting_semaphore<3>(3) and (0) ([thread.sema.cnt]).
// expect: TRUE
// flags: -std=c++20
// states: 5273
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<3> places(3), items(0);
static int ring[3];

int main() {
  std::thread t([] {
    for (int i = 0; i < 4; i++) {
      places.acquire();
      ring[i % 3] = i + 1;
      items.release();
    }
  });
  for (int i = 0; i < 4; i++) {
    items.acquire();
    assert(ring[i % 3] == i + 1);
    places.release();
  }
  t.join();
}
