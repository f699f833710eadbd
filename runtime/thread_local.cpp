/* What happens when a thread ends: destructors of its thread-local objects, then what std::notify_all_at_thread_exit
 * and the like have asked for; the last registered first. */
#include "cxx.h"
#include <condition_variable>
#include <pthread.h>

namespace {

__thread std::__at_thread_exit_elt *calls;

void run(void *) {
    while (std::__at_thread_exit_elt *e = calls) {
        calls = e->_M_next;
        e->_M_cb(e);
    }
}

} // namespace

/* The destructor of a key runs after those of thread-local objects, in threads that have a value for the key. */
void tw::call_at_thread_exit(std::__at_thread_exit_elt *e) {
    static pthread_key_t key;
    static bool exists;
    if (!exists) pthread_key_create(&key, run);
    exists = true;
    pthread_setspecific(key, &calls);
    e->_M_next = calls;
    calls = e;
}

extern "C" {

/* What programs hand over as the third argument. */
extern const char __dso_handle = 0;

int __cxa_thread_atexit_impl(void (*f)(void *), void *object, void *dso);
int __cxa_thread_atexit(void (*f)(void *), void *object, void *dso) { return __cxa_thread_atexit_impl(f, object, dso); }

} // extern "C"
