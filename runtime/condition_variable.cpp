/* std::condition_variable, on POSIX condition variables. */
#include "cxx.h"
#include <condition_variable>
extern "C" {
#include "internal.h"
}

namespace {

struct Notification : std::__at_thread_exit_elt {
    std::condition_variable *variable;
    std::mutex *mutex;
};

void notify(void *p) {
    auto n = static_cast<Notification *>(static_cast<std::__at_thread_exit_elt *>(p));
    pthread_mutex_unlock(n->mutex->native_handle());
    n->variable->notify_all();
    __tw_free(n);
}

} // namespace

/* For include/condition_variable: whether the thread was woken before the time was over. */
extern "C" int __tw_timed_wait(pthread_cond_t *c, pthread_mutex_t *m, long long until) {
    return __tw_cond_wait("std::condition_variable::wait_for", c, m, until) != ETIMEDOUT;
}

namespace std {

condition_variable::condition_variable() noexcept = default;

condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex> &lock) {
    __tw_cond_wait("std::condition_variable::wait", native_handle(), lock.mutex()->native_handle(), TW_UNTIMED);
}

void condition_variable::notify_one() noexcept {
    __tw_cond_wake("std::condition_variable::notify_one", native_handle(), 0);
}

void condition_variable::notify_all() noexcept {
    __tw_cond_wake("std::condition_variable::notify_all", native_handle(), 1);
}

void notify_all_at_thread_exit(condition_variable &c, unique_lock<mutex> lock) {
    auto n = static_cast<Notification *>(__tw_alloc(sizeof(Notification), TW_LIBRARY));
    n->variable = &c;
    n->mutex = lock.release();
    n->_M_cb = notify;
    tw::call_at_thread_exit(n);
}

} // namespace std
