// An object with virtual functions is deleted through a base class without a virtual destructor, which has the same size ([expr.delete], paragraph 3).
// expect: memory=FALSE
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
