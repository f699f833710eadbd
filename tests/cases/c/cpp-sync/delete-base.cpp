// A class object is deleted through a base class that has no virtual destructor ([expr.delete], paragraph 3: undefined).
// expect: memory=FALSE
// states: 13
struct Base {
    int kind = 0;
};

struct Derived : Base {
    int more = 1;
};

static void drop(Base *p) { delete p; } // should delete a Derived

int main() { drop(new Derived); }
