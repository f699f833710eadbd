// Another thread may run between two reads that a throw separates.
// expect: assertion=FALSE
// states: 9250
#include <thread>
#include <atomic>
#include <cassert>
std::atomic<int> x, y;
int main() { std::thread t([] { x = 1; y = 1; }); int a = x, b = 0; try { throw 1; } catch (int) { b = y; } assert(!(a == 0 && b == 1)); t.join(); }
