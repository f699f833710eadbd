// operator delete is told the size that operator new was asked for, also where the memory holds an object that was made in it.
// expect: TRUE
// states: 17
#include <new>

struct Node {
    int size;
};

int main() {
    void *memory = ::operator new(sizeof(Node) + 4);
    Node *node = new (memory) Node{4};
    node->~Node();
    ::operator delete(memory, sizeof(Node) + 4);
    ::operator delete(::operator new(3));
    ::operator delete(nullptr, 7);
}
