// A handler of std::unexpected that catches what it throws itself, and ends the process.
// expect: TRUE
// states: 20
// flags: -std=c++14
#include <cstdlib>
#include <exception>
struct A {};
struct B {};
static void leave() {
    try {
        throw B();
    } catch (B &) {
        std::exit(0);
    }
}
static void f() throw() { throw A(); }
int main() {
    std::set_unexpected(leave);
    f();
    return 0;
}
