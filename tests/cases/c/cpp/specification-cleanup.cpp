// An exception that the specification lets pass runs destructors on its way (C++14 [except.ctor]).
// expect: TRUE
// states: 36
// flags: -std=c++14
#include <cassert>
static int alive;
struct Guard {
    Guard() { alive++; }
    ~Guard() { alive--; }
};
static void f() throw(int) {
    Guard g;
    throw 1;
}
int main() {
    try {
        f();
    } catch (int) {
    }
    assert(alive == 0);
    return 0;
}
