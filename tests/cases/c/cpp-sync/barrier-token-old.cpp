// wait with a token of the phase before the preceding one is undefined ([thread.barrier.class], wait: Preconditions: current or immediately preceding phase).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 71
#include <barrier>
#include <utility>

int main() {
  std::barrier<> alone(1);
  auto token = alone.arrive();
  (void)alone.arrive();
  alone.wait(std::move(token)); // two phases are over since the token was made
}
