// An object with virtual functions is published; what they read is written right afterwards.
// expect: assertion=FALSE
// states: 4310
#include <pthread.h>
#include <cassert>
#include <atomic>
std::atomic<int> x{0};
struct A { virtual int get() = 0; virtual ~A() = default; };
struct B : A { int get() override { return x; } };
std::atomic<A *> p{nullptr};
void *b(void *) { A *a = p; if (a) assert(a->get() != 1); return 0; }
int main() {
  pthread_t t; pthread_create(&t, 0, b, 0);
  p = new B;
  x = 1;
  x = 2;
  pthread_join(t, 0);
  delete p.load();
}
