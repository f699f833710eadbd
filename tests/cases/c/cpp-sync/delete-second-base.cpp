// An object is deleted through its second base class; neither destructor is virtual.
// expect: memory=FALSE
// states: 23
struct First {
    virtual int kind() { return 0; }
};

struct Second {
    virtual int kind() { return 2; }
};

struct Both : First, Second {};

int main() {
    Second *p = new Both;
    delete p;
}
