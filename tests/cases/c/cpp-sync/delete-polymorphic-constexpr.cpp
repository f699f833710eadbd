// An object with virtual functions is deleted as its base class, in a source that also deletes something in a constant expression.
// expect: memory=FALSE
// flags: -std=c++20
// states: 18
struct Base {
    virtual int kind() { return 0; }
};

struct Derived : Base {
    int kind() override { return 1; }
};

constexpr int three() {
    int *p = new int(3), result = *p;
    delete p;
    return result;
}

static_assert(three() == 3);

int main() {
    Base *p = new Derived;
    delete p; // ~Base should be virtual
}
