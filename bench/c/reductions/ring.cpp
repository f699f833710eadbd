// A lock-free ring buffer for one producer and one consumer.
#include <atomic>
#include <cassert>
#include <thread>

// Holds up to size - 1 elements.
template <typename T, int size>
class Ring {
  T slots[size];
  std::atomic<int> reader{0};
  std::atomic<int> writer{0};

public:
  bool empty() const { return reader == writer; }
  bool full() const { return (writer + 1) % size == reader; }

  void enqueue(T value) {
    while (full())
      ;
    slots[writer] = value;
    writer = (writer + 1) % size;
  }

  T dequeue() {
    T value = slots[reader];
    reader = (reader + 1) % size;
    return value;
  }
};

constexpr int items = 4;

int main() {
  Ring<int, 3> ring;
  std::thread producer([&] {
    for (int i = 1; i <= items; i++)
      ring.enqueue(i);
  });
  for (int i = 1; i <= items; i++) {
    while (ring.empty())
      ;
    int value = ring.dequeue();
    assert(value == i);
  }
  assert(ring.empty());
  producer.join();
}
