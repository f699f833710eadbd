// Deleted as its base class in C++11, where operators delete with a size are not the default ([expr.delete], paragraph 3: undefined).
// expect: memory=FALSE
// flags: -std=c++11
// states: 103
#include <memory>

struct Base {
    ~Base() {}
};

struct Derived : Base {
    int *more = new int(1);
    ~Derived() { delete more; }
};

int main() { std::unique_ptr<Base> p(new Derived); } // ~Base should be virtual
