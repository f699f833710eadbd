// An object with virtual functions is deleted as its base class, and clang is told not to warn.
// expect: memory=FALSE
// flags: -w
// states: 18
struct Base {
    virtual int kind() { return 0; }
};

struct Derived : Base {
    int kind() override { return 1; }
};

int main() {
    Base *p = new Derived;
    delete p; // ~Base should be virtual
}
