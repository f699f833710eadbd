// The exception specification lists the type: the exception passes and is caught (C++14 [except.spec]).
// expect: TRUE
// states: 18
// flags: -std=c++14
#include <cassert>
struct A {};
struct B {};
static void f() throw(B, A) { throw A(); }
int main() {
    try {
        f();
    } catch (A &) {
        return 0;
    }
    assert(0);
}
