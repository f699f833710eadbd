// Two threads write to a log under a lock.
// expect: TRUE
// states: 5026
#include <fstream>
#include <mutex>
#include <thread>

static std::ofstream out;
static std::mutex guard;

static void run() {
    std::lock_guard<std::mutex> lock(guard);
    out << "line\n";
}

int main() {
    out.open("log.txt", std::ios::app);
    if (!out) return 1;
    std::thread t(run);
    run();
    t.join();
    return 0;
}
