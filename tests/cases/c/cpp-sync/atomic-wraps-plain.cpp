// The addition of two int values, one of them read from an atomic<int>, overflows ([expr.pre], paragraph 4).
// expect: overflow=FALSE
// flags: -std=c++20
// states: 60
#include <atomic>
#include <climits>

int main() {
  std::atomic<int> a(INT_MAX);
  a = a + 1; // should be fetch_add
}
