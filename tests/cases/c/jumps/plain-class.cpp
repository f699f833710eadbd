// C++: no object is destroyed on the way (C++20 17.13.3).
// expect: TRUE
// states: 20
#include <cassert>
#include <csetjmp>

static std::jmp_buf env;

struct Point { int x, y; };

static void fail(Point p) { std::longjmp(env, p.x + p.y); }

int main() {
    int code = setjmp(env);
    if (code == 0)
        fail(Point{1, 2});
    assert(code == 3);
    return 0;
}
