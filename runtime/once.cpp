/* std::call_once: what runs between pthread_once and the program's function. If an exception leaves the function, the
 * once_flag is as if it had not been called: the clean-up handler that pthread_once has pushed is run. Models have no
 * landing pads, so whoever unwinds says so. */
#include "cxx.h"
#include <mutex>
extern "C" {
#include "internal.h"
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);
}

namespace std {

__thread void *__once_callable;
__thread void (*__once_call)();

} // namespace std

__thread tw::Once *tw::once;

void tw::leave_once(int frames) {
    for (; once && once->frames > frames; once = once->outer) _pthread_cleanup_pop(__tw_me()->handlers, 1);
}

extern "C" void __once_proxy() {
    tw::Once call = {tw::once, tw::frames_above()};
    tw::once = &call;
    std::__once_call();
    tw::once = call.outer;
}
