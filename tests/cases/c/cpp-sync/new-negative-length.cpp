// new of an array with a negative length throws bad_array_new_length, a bad_alloc ([expr.new], paragraphs 8 and 9).
// expect: TRUE
// flags: -std=c++20
// states: 22
#include <cassert>
#include <new>

static volatile int length = -1;

int main() {
  bool thrown = false;
  try {
    int *p = new int[length];
    delete[] p;
  } catch (const std::bad_alloc &) {
    thrown = true;
  }
  assert(thrown);
}
