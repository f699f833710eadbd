// Two objects refer to each other, one of them by weak_ptr, which does not own ([util.smartptr.weak]).
// expect: TRUE
// flags: -std=c++20
// states: 844
#include <memory>

struct Node {
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
};

int main() {
  auto a = std::make_shared<Node>();
  auto b = std::make_shared<Node>();
  a->next = b;
  b->previous = a;
}
