/* Jumps (setjmp.h): setjmp, sigsetjmp, longjmp, siglongjmp and their names in the GNU library.
 *
 * The front end makes of a call of setjmp that the active call marks itself and that __tw_set_jump keeps the mark here
 * (crates/llvm/src/jumps.rs). A buffer that is copied stands for the same place. The mask of signals is saved where
 * sigsetjmp asks for it; every jump restores a mask that was saved, as in the GNU library.
 * Undefined, and reported: a buffer that was not set, a call that has returned, a call of another thread, clean-up handlers
 * that were pushed or popped in between (POSIX), a jump out of functions that run at the end of the thread or process.
 * Not modelled: jumps over objects of C++ that have to be destroyed, out of the function of a once, back into a block. */
#include "internal.h"
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

/* What a buffer holds; it lies in the place for registers, of which there are 24 bytes at least. */
struct kept {
    void *mark;
    struct _pthread_cleanup_buffer *handlers;
    void *thread; /* its record */
    unsigned char ending, exiting, destroys, unused;
};

_Static_assert(sizeof(struct kept) <= sizeof(__jmp_buf), "there is room for it");

/* The buffers of clean-up handlers have no place for a mask. */
#define WITHOUT_MASK offsetof(struct __jmp_buf_tag, __saved_mask)

void __tw_set_jump(struct __jmp_buf_tag *env, void *mark, int save_mask, int destroys) {
    struct tw_thread *t = __tw_me();
    __tw_access(env, WITHOUT_MASK, 1);
    struct kept kept = {mark, t->handlers, t, t->ending, (unsigned char)__tw_exiting(), (unsigned char)destroys, 0};
    __builtin_memset(env, 0, WITHOUT_MASK);
    __builtin_memcpy(env->__jmpbuf, &kept, sizeof kept);
    if (!save_mask) return;
    env->__mask_was_saved = 1;
    pthread_sigmask(SIG_BLOCK, 0, (sigset_t *)&env->__saved_mask);
}

__attribute__((noreturn)) static void jump(struct __jmp_buf_tag *env, int value) {
    struct tw_thread *t = __tw_me();
    struct kept kept;
    __tw_access(env, WITHOUT_MASK, 0);
    __builtin_memcpy(&kept, env->__jmpbuf, sizeof kept);
    switch (__tw_is_pointer(kept.mark)) {
    case 0: __tw_undefined(TW_MEMORY, "longjmp with a jmp_buf that setjmp has not set");
    case 2: __tw_undefined(TW_MEMORY, "longjmp to a call that has returned");
    }
    if (kept.thread != t) __tw_undefined(TW_MEMORY, "longjmp to a setjmp of another thread");
    if (kept.destroys) __tw_unsupported("longjmp in a C++ program that destroys or catches objects");
    if (kept.ending != t->ending || kept.exiting != __tw_exiting())
        __tw_undefined(TW_MEMORY, "longjmp out of a function that runs at the end of the thread or process");
    if (kept.handlers != t->handlers) __tw_jump_over_handlers(kept.handlers);
    if (env->__mask_was_saved) pthread_sigmask(SIG_SETMASK, (sigset_t *)&env->__saved_mask, 0);
    __tw_jump(kept.mark, value ? value : 1);
}

void longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
void _longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
void siglongjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
__attribute__((noreturn)) void __longjmp_chk(struct __jmp_buf_tag *env, int value) { jump(env, value); }
