// The specification lists the base: a derived exception passes (C++14 [except.spec]).
// expect: TRUE
// states: 16
// flags: -std=c++14
struct Base {};
struct Derived : Base {};
static void f() throw(Base) { throw Derived(); }
int main() {
    try {
        f();
    } catch (Derived &) {
    }
    return 0;
}
