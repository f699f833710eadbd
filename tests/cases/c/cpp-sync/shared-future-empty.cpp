// wait of a shared future without a state is undefined ([futures.shared.future], paragraph 3).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 74
#include <future>

int main() {
  std::future<void> f;
  std::shared_future<void> shared = f.share();
  try {
    shared.wait();
  } catch (const std::future_error &) {
  }
}
