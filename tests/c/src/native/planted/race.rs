//! Accesses of two threads that nothing orders.
//!
//! Both threads access first, and only then take locks: no lock orders them by accident in a native run.

use super::class::Class;
use super::{Shape, both, only_cpp};

/// The shapes.
pub(super) const SHAPES: &[Shape] = &[
    both(
        Class::RaceOnGlobal,
        "static int shared;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *p) {
@{@|pthread_mutex_lock(&guard);@}
shared = 1;
@{@|pthread_mutex_unlock(&guard);@}
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
@{@|pthread_mutex_lock(&guard);@}
shared = n;
@{@|pthread_mutex_unlock(&guard);@}
pthread_join(t, NULL);
r += shared & 7;",
    ),
    both(
        Class::RaceOnGlobal,
        "static $T shared;
static void *other(void *p) {
shared = 1;
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
@{r += (int)shared;@|@}
pthread_join(t, NULL);
@{@|r += (int)shared;@}",
    ),
    both(
        Class::RaceOnGlobal,
        "static int shared;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *p) {
pthread_mutex_lock(&one);
shared = 1;
pthread_mutex_unlock(&one);
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
pthread_mutex_lock(&@{two@|one@});
r += shared & 7;
pthread_mutex_unlock(&@{two@|one@});
pthread_join(t, NULL);
pthread_mutex_lock(&two);
pthread_mutex_unlock(&two);",
    ),
    both(
        Class::RaceOnGlobal,
        "static int shared;
static void *other(void *p) {
__atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
r += @{shared@|__atomic_load_n(&shared, __ATOMIC_SEQ_CST)@} & 7;
pthread_join(t, NULL);",
    ),
    both(
        Class::RaceOnGlobal,
        "static int shared;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static void *other(void *p) {
pthread_rwlock_@{rd@|wr@}lock(&guard);
shared = 2;
pthread_rwlock_unlock(&guard);
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
pthread_rwlock_rdlock(&guard);
r += shared & 7;
pthread_rwlock_unlock(&guard);
pthread_join(t, NULL);",
    ),
    both(
        Class::RaceOnGlobal,
        "static int ready, data;
static void *other(void *p) {
data = 5;
@{ready = 1@|__atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST)@};
return p;
}
",
        "pthread_t t;
__atomic_store_n(&ready, 0, __ATOMIC_SEQ_CST);
pthread_create(&t, NULL, other, NULL);
while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) sched_yield();
r += data;
pthread_join(t, NULL);",
    ),
    both(
        Class::RaceOnGlobal,
        "static struct {
@{unsigned a : 4, b : 4@|unsigned a, b@};
} fields;
static void *other(void *p) {
fields.a = 1;
return p;
}
",
        "pthread_t t;
pthread_create(&t, NULL, other, NULL);
fields.b = 2;
pthread_join(t, NULL);
r += (int)(fields.a + fields.b);",
    ),
    only_cpp(
        Class::RaceOnGlobal,
        "#include <atomic>
#include <thread>
static @{int@|std::atomic<int>@} shared;
",
        "std::thread t([] { shared = 1; });
r += shared;
t.join();",
    ),
    only_cpp(
        Class::RaceOnGlobal,
        "#include <mutex>
#include <thread>
static int shared;
static std::mutex guard;
",
        "std::thread t([] {
std::lock_guard<std::mutex> held(guard);
shared = 1;
});
{
@{@|std::lock_guard<std::mutex> held(guard);@}
shared = n;
}
t.join();
r += shared & 7;",
    ),
    both(
        Class::RaceOnHeap,
        "static void *other(void *p) {
(($T *)p)[@{1@|0@}] = 1;
return NULL;
}
",
        "pthread_t t;
$T *p = ($T *)calloc(2, sizeof($T));
pthread_create(&t, NULL, other, p);
p[1] = 2;
pthread_join(t, NULL);
r += (int)p[1];
free(p);",
    ),
    both(
        Class::RaceOnLocal,
        "static void *other(void *p) {
*($T *)p = 1;
return NULL;
}
",
        "pthread_t t;
$T x = 2, y = 3;
pthread_create(&t, NULL, other, &x);
@{x@|y@} = 4;
pthread_join(t, NULL);
r += (int)(x + y);",
    ),
    both(
        Class::RaceOnLocal,
        "static int *given;
static void *other(void *p) {
int x = 1;
__atomic_store_n(&given, &x, __ATOMIC_SEQ_CST);
@{x = 2;@|@}
while (__atomic_load_n(&given, __ATOMIC_SEQ_CST)) sched_yield();
return p;
}
",
        "pthread_t t;
int *p;
pthread_create(&t, NULL, other, NULL);
while (!(p = __atomic_load_n(&given, __ATOMIC_SEQ_CST))) sched_yield();
r += *p;
__atomic_store_n(&given, (int *)NULL, __ATOMIC_SEQ_CST);
pthread_join(t, NULL);",
    ),
    both(
        Class::RaceWithEnd,
        "static void *other(void *p) {
@{usleep(30000);@|@}
*(int *)p = 1;
return NULL;
}
",
        "pthread_t t;
{
int x = n;
pthread_create(&t, NULL, other, &x);
@{@|pthread_join(t, NULL);@}
}
@{pthread_join(t, NULL);@|@}",
    ),
    both(
        Class::RaceWithEnd,
        "static void *other(void *p) {
*(int *)p = 1;
return NULL;
}
",
        "pthread_t t;
int *p = (int *)malloc(sizeof(int));
pthread_create(&t, NULL, other, p);
@{free(p);@|@}
pthread_join(t, NULL);
@{@|free(p);@}",
    ),
];
