/* Spin locks (pthread.h). State: FREE, LOCKED, -1 destroyed; anything else is not initialised
 * (there is no static initialiser; the numbers are not what other memory is likely to hold). A thread that spins is a thread that blocks; locking one's own lock again blocks for ever. */
#include "internal.h"

enum { DESTROYED = -1, FREE = 0x5A000000, LOCKED };

static int is_initialised(int state) { return tw_mark(state) == FREE || state == LOCKED; }

static void take(pthread_spinlock_t *l) {
    *l = LOCKED;
    __tw_locked((void *)(uintptr_t)l, TW_EXCLUSIVE);
}

static int usable(const char *function, pthread_spinlock_t *l) {
    int state = tw_mark(*l);
    if (is_initialised(state)) return 1;
    __tw_misuse(function, state == DESTROYED ? "the lock is destroyed" : "the lock is not initialised");
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *l, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
    __tw_access((const void *)(uintptr_t)l, sizeof *l, 1);
    if (is_initialised(*l)) __tw_initialised_twice("pthread_spin_init", "the lock");
    *l = FREE;
    __tw_forget((void *)(uintptr_t)l);
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
    if (*l != FREE) __tw_block(TW_SPIN, (void *)(uintptr_t)l, 1 << TW_EXCLUSIVE, 1);
    take(l);
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l) {
    if (!usable("pthread_spin_trylock", l)) return EINVAL;
    if (*l != FREE) return EBUSY;
    take(l);
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l) {
    if (!usable("pthread_spin_unlock", l)) return EINVAL;
    if (*l == FREE || !__tw_holds((void *)(uintptr_t)l, TW_EXCLUSIVE)) {
        __tw_misuse("pthread_spin_unlock", *l == FREE ? "the lock is not locked" : "the lock is locked by another thread");
        return EPERM;
    }
    *l = FREE;
    __tw_unlocked((void *)(uintptr_t)l, TW_EXCLUSIVE);
    return 0;
}
