// Assigning to a std::thread that is joinable calls std::terminate ([thread.thread.assign]).
// expect: assertion=FALSE
// flags: -std=c++20
#include <thread>

int main() {
  std::thread a([] {});
  a = std::thread([] {}); // a should be joined before
  a.join();
}
