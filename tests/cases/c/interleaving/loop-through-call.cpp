// A thread runs for ever, in a loop that goes back by returning from a call; another one fails.
// expect: assertion=FALSE
// states: 1613
#include <pthread.h>
#include <cassert>
#include <atomic>
std::atomic<int> bad{0}, started{0};
static __attribute__((noinline)) void f() { volatile int local = 0; local = local + 1; if (local == 77) throw 1; }
struct G { int v; ~G() { bad = 7; } };
void *spin(void *) { G g; started = 1; for (;;) f(); return 0; }
void *b(void *) { assert(!started); return 0; }
int main() {
  pthread_t s, t; pthread_create(&s, 0, spin, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(t, 0);
}
