/* Spin locks (pthread.h). State: 0 not initialised (there is no static initialiser), 1 free, -1 destroyed, otherwise
 * the holder's thread number plus 2. A thread that spins is a thread that blocks; locking one's own lock again blocks for ever. */
#include "internal.h"

enum { DESTROYED = -1, UNINITIALISED, FREE };

static int me(void) { return __tw_self() + 2; }

static int usable(const char *function, pthread_spinlock_t *l) {
    if (*l == DESTROYED) __tw_misuse(function, "the lock is destroyed");
    if (*l == UNINITIALISED) __tw_misuse(function, "the lock is not initialised");
    return *l > UNINITIALISED;
}

int pthread_spin_init(pthread_spinlock_t *l, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    __tw_access((const void *)(uintptr_t)l, sizeof *l, 1);
    *l = FREE;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l) {
    __tw_access((const void *)(uintptr_t)l, sizeof *l, 1);
    if (!usable("pthread_spin_destroy", l)) return EINVAL;
    if (*l != FREE) {
        __tw_misuse("pthread_spin_destroy", "the lock is locked");
        return EBUSY;
    }
    *l = DESTROYED;
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l) {
    if (!usable("pthread_spin_lock", l)) return EINVAL;
    if (*l != FREE) __tw_block(TW_SPIN, *l - 2);
    *l = me();
    __tw_locked((void *)(uintptr_t)l, 1);
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l) {
    if (!usable("pthread_spin_trylock", l)) return EINVAL;
    if (*l != FREE) return EBUSY;
    *l = me();
    __tw_locked((void *)(uintptr_t)l, 1);
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l) {
    if (!usable("pthread_spin_unlock", l)) return EINVAL;
    if (*l != me()) {
        __tw_misuse("pthread_spin_unlock", *l == FREE ? "the lock is not locked" : "the lock is locked by another thread");
        return EPERM;
    }
    *l = FREE;
    __tw_unlocked((void *)(uintptr_t)l);
    return 0;
}
