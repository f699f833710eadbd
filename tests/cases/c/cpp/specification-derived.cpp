// The specification lists the derived type only: an exception of the base does not pass (C++14 [except.spec]).
// expect: assertion=FALSE
// states: 9
// flags: -std=c++14
struct Base {};
struct Derived : Base {};
static void f() throw(Derived) { throw Base(); }
int main() {
    try {
        f();
    } catch (Base &) {
    }
    return 0;
}
