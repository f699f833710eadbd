// std::call_once inside of its own function waits for the end of the execution that it is part of ([thread.once.callonce]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 47
#include <mutex>

static std::once_flag once;

int main() {
  std::call_once(once, [] {
    std::call_once(once, [] {}); // needs a flag of its own
  });
}
