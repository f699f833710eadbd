// An array is deleted as one of its base class ([expr.delete], paragraph 3: undefined even if the destructor is virtual).
// expect: memory=FALSE
// states: 20
struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {
    int more = 1;
};

static void drop(Base *p) { delete[] p; } // should delete an array of Derived

int main() { drop(new Derived[1]); }
