// flags: -frtti
/* std::thread: starting, joining, detaching. An exception that leaves a thread's function finds no handler and
 * ends in std::terminate. Starting a thread never fails. */
#include <cerrno>
#include <thread>
extern "C" {
#include "internal.h"
}

namespace {

using State = std::thread::_State;

void *run(void *state) {
    auto s = static_cast<State *>(state);
    s->_M_run();
    delete s;
    return nullptr;
}

/* The pthread_t in a std::thread, as the program would read or write it. */
pthread_t &handle(std::thread *t, bool write) {
    __tw_access(t, sizeof *t, write);
    return *reinterpret_cast<pthread_t *>(t);
}

} // namespace

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)()) {
    handle(this, true) = __tw_id_of(__tw_start(run, state.release(), TW_START_POSIX, 0));
}

void thread::join() {
    pthread_t id = handle(this, false);
    int error = !id ? EINVAL : id == __tw_me_id() ? EDEADLK : __tw_join("std::thread::join", id, nullptr);
    if (error) __throw_system_error(error);
    handle(this, true) = 0;
}

void thread::detach() {
    pthread_t id = handle(this, false);
    int error = id ? __tw_detach("std::thread::detach", id) : EINVAL;
    if (error) __throw_system_error(error);
    handle(this, true) = 0;
}

unsigned thread::hardware_concurrency() noexcept {
    __tw_assumed(TW_PROCESSORS);
    return static_cast<unsigned>(__tw_processors);
}

} // namespace std
