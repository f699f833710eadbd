// Mutexes are constructed again in the place of others: their constructors make new objects ([basic.life]).
// expect: TRUE
// states: 475
// flags: -std=c++20
#include <mutex>
#include <new>
#include <shared_mutex>

template <class M> void twice() {
  alignas(M) static unsigned char place[sizeof(M)];
  for (int i = 0; i < 2; i++) {
    M *m = new (place) M;
    m->lock();
    m->unlock();
    m->~M();
  }
  M *left = new (place) M; // its storage is used again without its end
  left->lock();
  left->unlock();
  M *last = new (place) M;
  last->lock();
  last->unlock();
}

int main() {
  twice<std::mutex>();
  twice<std::recursive_mutex>();
  twice<std::shared_mutex>();
}
