// An exception that leaves the destructor of a thread_local object calls std::terminate ([basic.start.term], [except.terminate]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1505
#include <thread>

struct Bad {
  int used = 0;
  ~Bad() noexcept(false) { throw 1; }
};

int main() {
  std::thread t([] {
    thread_local Bad bad;
    bad.used = 1;
  });
  t.join();
}
