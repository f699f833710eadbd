// Two objects own each other by shared_ptr and are never destroyed ([util.smartptr.shared.dest]: the owned object is deleted by the last owner).
// expect: memory=FALSE
// flags: -std=c++20
// states: 532
#include <memory>

struct Node {
  std::shared_ptr<Node> next; // should be weak_ptr in one direction
};

int main() {
  auto a = std::make_shared<Node>();
  auto b = std::make_shared<Node>();
  a->next = b;
  b->next = a;
}
