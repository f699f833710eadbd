// Two threads ask for the message of an error code: that is no call of strerror, which need not be safe with threads.
// expect: TRUE
// options: --strict-standard
// states: 3850
#include <pthread.h>
#include <system_error>

static void *ask(void *p) { return std::error_code().message().empty() ? nullptr : p; }

int main() {
    pthread_t t;
    pthread_create(&t, nullptr, ask, nullptr);
    ask(nullptr);
    pthread_join(t, nullptr);
}
