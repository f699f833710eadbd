// A local object defined const is modified after a const_cast ([dcl.type.cv]/4).
// expect: memory=FALSE
// states: 5
static void set(const int &x) { const_cast<int &>(x) = 2; }

int main() {
  const int x = 1;
  set(x);
}
