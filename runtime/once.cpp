// flags: -fexceptions
/* std::call_once: what runs between pthread_once and the program's function. If the function throws, the once_flag is
 * as if it had not been called: the clean-up handler that pthread_once has pushed is run. */
#ifndef __cpp_exceptions
#error this model needs its landing pad: -fexceptions
#endif
#include <mutex>
extern "C" {
#include "internal.h"
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);
}

namespace std {

__thread void *__once_callable;
__thread void (*__once_call)();

} // namespace std

namespace {

struct Undo {
    bool needed;
    ~Undo() {
        if (needed) _pthread_cleanup_pop(__tw_me()->handlers, 1);
    }
};

} // namespace

extern "C" void __once_proxy() {
    Undo undo = {true};
    std::__once_call();
    undo.needed = false;
}
