// What a handler of std::unexpected throws would be judged by the specification once more: that is not modelled.
// expect: UNKNOWN
// states: 12
// flags: -std=c++14
#include <exception>
struct A {};
struct B {};
static void other() { throw B(); }
static void f() throw(B) { throw A(); }
int main() {
    std::set_unexpected(other);
    try {
        f();
    } catch (B &) {
    }
    return 0;
}
