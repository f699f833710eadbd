// The exception specification does not list the type: std::unexpected ends in std::terminate (C++14 [except.spec]).
// expect: assertion=FALSE
// states: 9
// flags: -std=c++14
#include <cassert>
struct A {};
struct B {};
static void f() throw(B) { throw A(); }
int main() {
    try {
        f();
    } catch (A &) {
        return 0;
    }
    assert(0);
}
