// throw() lets no exception pass: std::unexpected ends in std::terminate (C++14 [except.spec]).
// expect: assertion=FALSE
// states: 8
// flags: -std=c++14
struct A {};
static void f() throw() { throw A(); }
int main() {
    try {
        f();
    } catch (A &) {
    }
    return 0;
}
