// Two threads write to a log without a lock.
// expect: data-race=FALSE
// states: 1693
#include <fstream>
#include <mutex>
#include <thread>

static std::ofstream out;
static std::mutex guard;

static void run() {
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
