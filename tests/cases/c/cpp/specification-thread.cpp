// In a thread: what the specification does not list ends in std::terminate, although the caller would catch it.
// expect: assertion=FALSE
// states: 1042
// flags: -std=c++14
#include <thread>
static void f() throw(int) { throw 'c'; }
int main() {
    std::thread t([] {
        try {
            f();
        } catch (char) {
        }
    });
    t.join();
    return 0;
}
