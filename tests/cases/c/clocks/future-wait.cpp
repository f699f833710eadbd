// wait_for of a future says timeout only when the time has passed ([futures.unique.future]).
// expect: TRUE
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&] { p.set_value(1); });
    auto start = std::chrono::steady_clock::now();
    auto status = f.wait_for(std::chrono::seconds(1));
    auto elapsed = std::chrono::steady_clock::now() - start;
    assert(status == std::future_status::ready || elapsed >= std::chrono::seconds(1));
    t.join();
}
