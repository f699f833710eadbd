// A temporary that passed through a function by reference dies at the end of the full expression; the reference is read afterwards ([class.temporary]/4 and /6.9).
// expect: memory=FALSE
// flags: -std=c++20
// states: 9
struct Value {
  int v;
};

static int seen;

static const Value &same(const Value &x) { return x; }

int main() {
  const Value &r = same(Value{1});
  seen = r.v;
}
