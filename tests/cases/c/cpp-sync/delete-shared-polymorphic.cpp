// A shared_ptr remembers the type with which it was made, and deletes the object as that.
// expect: TRUE
// states: 582
#include <memory>

struct Base {
    virtual int kind() { return 0; }
};

struct Derived : Base {
    int kind() override { return 1; }
};

int main() {
    std::shared_ptr<Base> p(new Derived), q = std::make_shared<Derived>();
    std::unique_ptr<Base> r(new Base);
    return p->kind() - q->kind();
}
