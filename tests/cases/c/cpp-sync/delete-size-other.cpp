// A delete expression tells operator delete the size of the class, but more was asked for ([new.delete.single]: undefined).
// expect: memory=FALSE
// states: 9
#include <new>

struct Node {
    int size;
};

int main() {
    void *memory = ::operator new(sizeof(Node) + 4);
    Node *node = new (memory) Node{4};
    delete node; // should be ::operator delete(memory)
}
