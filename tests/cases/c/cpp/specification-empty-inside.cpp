// throw() concerns only what leaves the function: an exception that is caught inside is none of its business.
// expect: TRUE
// states: 17
// flags: -std=c++14
struct A {};
static void f() throw() {
    try {
        throw A();
    } catch (A &) {
    }
}
int main() {
    f();
    return 0;
}
