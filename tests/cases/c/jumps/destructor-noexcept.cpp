// C++: the jump passes over an object that has to be destroyed, behind a function that neither returns nor throws: undefined
// (C++20 17.13.3), of which nothing is said.
// expect: UNKNOWN
// states: 4
#include <csetjmp>

static std::jmp_buf env;
static int destroyed;

struct Guard {
    ~Guard() { destroyed++; }
};

[[noreturn]] static void jump() noexcept { std::longjmp(env, 1); }

static void fail() {
    Guard guard;
    jump();
}

int main() {
    if (setjmp(env) == 0)
        fail();
    return 0;
}
