// Memory from new[] is given back by delete ([expr.delete], paragraph 2: undefined).
// expect: memory=FALSE
// flags: -std=c++20
// states: 7
static void drop(int *p) { delete p; } // should be delete[]

int main() { drop(new int[2]{1, 2}); }
