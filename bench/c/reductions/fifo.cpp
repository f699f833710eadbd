// A lock-free queue of linked nodes for one producer and one consumer.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T>
class Fifo {
  struct Node {
    T value;
    std::atomic<Node *> next{nullptr};
    explicit Node(T v) : value(v) {}
  };

  Node *head; // the last node popped: only the consumer uses it
  Node *tail; // the last node pushed: only the producer uses it

public:
  Fifo() : head(new Node(T())), tail(head) {}

  ~Fifo() {
    while (head) {
      Node *next = head->next;
      delete head;
      head = next;
    }
  }

  void push(T value) {
    Node *node = new Node(value);
    tail->next = node;
    tail = node;
  }

  bool empty() const { return head->next == nullptr; }

  T pop() {
    Node *next = head->next;
    T value = next->value;
    delete head;
    head = next;
    return value;
  }
};

constexpr int items = 3;

int main() {
  Fifo<int> fifo;
  std::thread producer([&] {
    for (int i = 1; i <= items; i++)
      fifo.push(i);
  });
  for (int i = 1; i <= items; i++) {
    while (fifo.empty())
      ;
    int value = fifo.pop();
    assert(value == i);
  }
  assert(fifo.empty());
  producer.join();
}
