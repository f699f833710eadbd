// Virtual functions, a virtual destructor through a base pointer, a pure virtual base.
// expect: TRUE
// states: 4943
#include <cassert>
#include <memory>
#include <thread>

static int destroyed;

struct Shape {
  virtual ~Shape() { destroyed++; }
  virtual int area() const = 0;
};

struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};

struct Cube : Square {
  using Square::Square;
  ~Cube() override { destroyed += 10; }
  int area() const override { return 6 * Square::area(); }
};

int main() {
  std::unique_ptr<Shape> a = std::make_unique<Square>(3), b = std::make_unique<Cube>(2);
  std::thread t([&a] { assert(a->area() == 9); });
  assert(b->area() == 24);
  t.join();
  a.reset();
  b.reset();
  assert(destroyed == 12);
}
