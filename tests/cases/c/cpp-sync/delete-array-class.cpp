// Arrays of a class with a destructor, also empty and aligned ones, are deleted as what they are.
// expect: TRUE
// states: 94
struct Plain {
    int more = 1;
    ~Plain() {}
};

struct alignas(64) Aligned {
    int more = 1;
    ~Aligned() {}
};

template <class T> static void both(unsigned n) {
    delete[] new T[n];
    delete new T;
}

int main() {
    both<Plain>(0);
    both<Plain>(2);
    both<Aligned>(2);
    both<int>(0);
    both<int>(3);
}
