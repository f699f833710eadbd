// Producer and consumer share a ring of three places, but the semaphore allows four: the first item is overwritten ([thread.sema.cnt]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 6585
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<8> places(4), items(0); // should be 3
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
