// Objects with virtual functions are deleted as what they are, although no destructor is virtual.
// expect: TRUE
// states: 286
struct Base {
    virtual int kind() { return 0; }
};

struct Derived : Base {
    int kind() override { return 1; }
};

template <class... T> static void drop(T *...p) { (delete p, ...); }

int main() {
    Base *p = new Base;
    const Derived *q = new const Derived;
    p->kind() == 0 ? delete p : delete static_cast<Derived *>(p);
    delete q;
    drop<Base, Derived, int>(new Base, new Derived, nullptr);
}
