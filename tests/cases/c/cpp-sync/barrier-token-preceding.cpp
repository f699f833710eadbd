// A token of the immediately preceding phase is valid, and wait returns at once ([thread.barrier.class], wait: Preconditions).
// expect: TRUE
// flags: -std=c++20
// states: 78
#include <barrier>
#include <utility>

int main() {
  std::barrier<> alone(1);
  (void)alone.arrive();
  auto token = alone.arrive();
  alone.wait(std::move(token));
}
