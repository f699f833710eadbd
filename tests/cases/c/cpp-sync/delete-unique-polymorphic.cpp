// A unique_ptr deletes an object as its base class; both have the same size ([unique.ptr.dltr.dflt], [expr.delete], paragraph 3: undefined).
// expect: memory=FALSE
// states: 247
#include <memory>

struct Base {
    virtual int kind() { return 0; }
};

struct Derived : Base {
    int kind() override { return 1; }
};

int main() { std::unique_ptr<Base> p = std::make_unique<Derived>(); } // ~Base should be virtual
