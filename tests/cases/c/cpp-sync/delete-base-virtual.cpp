// A class object is deleted through a base class whose destructor is virtual.
// expect: TRUE
// states: 49
struct Base {
    int kind = 0;
    virtual ~Base() = default;
};

struct Derived : Base {
    int more = 1;
};

static void drop(Base *p) { delete p; }

int main() {
    drop(new Derived);
    drop(new Base);
    drop(nullptr);
}
