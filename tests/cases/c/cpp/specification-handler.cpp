// The program's handler of std::unexpected ends the process before std::terminate is called.
// expect: TRUE
// states: 12
// flags: -std=c++14
#include <cstdlib>
#include <exception>
struct A {};
static void leave() { std::exit(0); }
static void f() throw() { throw A(); }
int main() {
    std::set_unexpected(leave);
    f();
    return 0;
}
