// In C++ a function that reaches its end without a return is undefined, also if nobody uses its value ([stmt.return]/2).
// expect: memory=FALSE
// flags: -std=c++20
// states: 4
static int count(int c) {
  if (c)
    return 1;
}

int main() { count(0); }
