// An exception is caught by the first handler that fits: its base class.
// expect: TRUE
// states: 2367
#include <cassert>
#include <exception>
#include <thread>

struct Failure : std::exception {
  int code;
  explicit Failure(int c) : code(c) {}
  const char *what() const noexcept override { return "failure"; }
};

static int caught;

static void work() {
  try {
    throw Failure(7);
  } catch (int) {
    assert(false);
  } catch (const std::exception &e) {
    const Failure *f = dynamic_cast<const Failure *>(&e);
    assert(f && f->code == 7 && e.what()[0] == 'f');
    caught++;
  } catch (...) {
    assert(false);
  }
}

int main() {
  std::thread t(work);
  t.join();
  work();
  assert(caught == 2);
}
