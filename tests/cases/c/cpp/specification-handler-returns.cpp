// The program's handler of std::unexpected returns: std::terminate follows.
// expect: assertion=FALSE
// states: 12
// flags: -std=c++14
#include <exception>
struct A {};
static int calls;
static void count() { calls++; }
static void f() throw() { throw A(); }
int main() {
    std::set_unexpected(count);
    f();
    return 0;
}
