// C++: the jump passes over an object that has to be destroyed: undefined (C++20 17.13.3), of which nothing is said.
// expect: UNKNOWN
// states: 4
#include <csetjmp>

static std::jmp_buf env;
static int destroyed;

struct Guard {
    ~Guard() { destroyed++; }
};

static void fail() {
    Guard guard;
    std::longjmp(env, 1);
}

int main() {
    if (setjmp(env) == 0)
        fail();
    return 0;
}
