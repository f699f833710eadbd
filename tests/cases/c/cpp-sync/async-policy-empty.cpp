// A launch policy without a value is undefined ([futures.async]).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 12
#include <future>

int main() {
  auto f = std::async(std::launch(0), [] {});
  f.get();
}
