// An integer of the width of a pointer that is no null pointer is read as a pointer ([cstdarg.syn], C17 7.16.1.1p2).
// expect: memory=FALSE
// states: 22
#include <cassert>
#include <cstdarg>
#include <cstddef>

static int count(const char *first, ...) {
  int n = 0;
  va_list ap;
  va_start(ap, first);
  for (const char *p = first; p; p = va_arg(ap, const char *))
    n++;
  va_end(ap);
  return n;
}

int main() {
  assert(count("a", "b", 1L, NULL) == 2);
  assert(count("a", nullptr) == 1);
}
