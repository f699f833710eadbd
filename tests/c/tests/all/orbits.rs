//! Exchange of equal threads leaves exactly one state of each orbit, in programs of different kinds.

use std::path::PathBuf;
use std::sync::Arc;
use tw_ir::Module;
use tw_tests_c::load;
use tw_tests_c::orbits::{Counts, count};

/// What every program begins with. Nothing refers to a thread that `start` creates.
const HEAD: &str = "
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static void start(void *(*f)(void *), void *arg) {
    pthread_t t;
    pthread_create(&t, 0, f, arg);
    pthread_detach(t);
}
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
";

/// A program: what it is about, the rest of its text, and the bound on its threads.
type Program = (&'static str, &'static str, Option<u32>);

const PROGRAMS: [Program; 16] = [
    (
        "atomic updates",
        "void *w(void *a) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); return 0; }
         int main(void) { for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "updates that can be lost",
        "void *w(void *a) { int r = x; x = r + 1; return 0; }
         int main(void) { for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "critical sections",
        "void *w(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
         int main(void) { for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "two locks in either order",
        "void *v(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&k); x++;
             pthread_mutex_unlock(&k); pthread_mutex_unlock(&m); return 0; }
         void *w(void *a) { pthread_mutex_lock(&k); pthread_mutex_lock(&m); x++;
             pthread_mutex_unlock(&m); pthread_mutex_unlock(&k); return 0; }
         int main(void) { start(v, 0); start(w, 0); start(v, 0); pthread_exit(0); }",
        None,
    ),
    (
        "a semaphore",
        "sem_t s;
         void *w(void *a) { sem_wait(&s); x++; sem_post(&s); return 0; }
         int main(void) { sem_init(&s, 0, 2); for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "a barrier",
        "pthread_barrier_t b;
         void *w(void *a) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); pthread_barrier_wait(&b);
             assert(x == 3); return 0; }
         int main(void) { pthread_barrier_init(&b, 0, 3); for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "a condition variable",
        "pthread_cond_t c = PTHREAD_COND_INITIALIZER;
         void *w(void *a) { pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); y++;
             pthread_mutex_unlock(&m); return 0; }
         int main(void) { start(w, 0); start(w, 0); pthread_mutex_lock(&m); x = 1; pthread_cond_broadcast(&c);
             pthread_mutex_unlock(&m); pthread_exit(0); }",
        None,
    ),
    (
        "a read-write lock",
        "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
         void *w(void *a) { pthread_rwlock_rdlock(&rw); int r = x; pthread_rwlock_unlock(&rw); return (void *)(long)r; }
         int main(void) { start(w, 0); start(w, 0); pthread_rwlock_wrlock(&rw); x = 1;
             pthread_rwlock_unlock(&rw); pthread_exit(0); }",
        None,
    ),
    (
        "private memory with different contents",
        "void *w(void *a) { int *p = malloc(sizeof *p); *p = x; x = *p + 1; y = *p; free(p); return 0; }
         int main(void) { start(w, 0); start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "private lists of different lengths",
        "struct node { struct node *next; int v; };
         void *w(void *a) { struct node *n = 0;
             for (int i = 0; i <= x; i++) { struct node *f = malloc(sizeof *f); f->next = n; f->v = i; n = f; }
             x = n->v + 1; while (n) { struct node *f = n->next; free(n); n = f; } return 0; }
         int main(void) { start(w, 0); start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "variables of each thread",
        "_Thread_local int own;
         void *w(void *a) { own = x; x = own + 1; y = own; return 0; }
         int main(void) { for (int i = 0; i < 3; i++) start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "arguments that are dead after a while",
        "void *w(void *a) { x += (int)(long)a; y = x; y++; return 0; }
         int main(void) { for (long i = 1; i < 3; i++) start(w, (void *)i); pthread_exit(0); }",
        None,
    ),
    (
        "workers that create workers",
        "void *v(void *a) { x++; return 0; }
         void *w(void *a) { start(v, 0); y = x; return 0; }
         int main(void) { start(w, 0); start(w, 0); pthread_exit(0); }",
        None,
    ),
    (
        "handles that name threads",
        "void *w(void *a) { int r = x; x = r + 1; return 0; }
         int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
             start(w, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return x; }",
        None,
    ),
    (
        "creation without end",
        "void *w(void *a) { int r = x; x = !r; y = r; return 0; }
         int main(void) { while (1) start(w, 0); }",
        Some(3),
    ),
    (
        "addresses of each other's variables",
        "int *p;
         void *w(void *a) { int l = 0; int *q = p; p = &l; if (q) x = 1; while (!y) ; p = 0; return 0; }
         int main(void) { start(w, 0); start(w, 0); y = 1; pthread_exit(0); }",
        None,
    ),
];

fn compiled(number: usize, text: &str) -> Arc<Module> {
    let folder = std::env::temp_dir().join(format!("threadwise-orbits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let file: PathBuf = folder.join(format!("{number}.c"));
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the file is writable");
    let module = load(&file, &["-w".into()], 0, false).expect("the program compiles");
    let _ = std::fs::remove_file(&file);
    let _ = std::fs::remove_dir(&folder);
    module
}

#[test]
fn exchange_leaves_one_state_of_each_orbit() {
    let (mut wrong, mut smaller) = (Vec::new(), 0);
    let mut compare = |about: &str, points: &str, counts: Counts| {
        smaller += usize::from(counts.exchanged < counts.ordered);
        if counts.exchanged != counts.orbits {
            wrong.push(format!("{about}, {points}: {counts:?}"));
        }
    };
    let mut larger = 0;
    for (number, (about, text, threads)) in PROGRAMS.into_iter().enumerate() {
        let module = compiled(number, text);
        let counts = count(&module, "access,future", threads);
        compare(about, "access,future", counts.expect("the program is small enough"));
        // With every access an interleaving point, some are not.
        match count(&module, "access", threads) {
            Ok(counts) => compare(about, "access", counts),
            Err(_) => larger += 1,
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(smaller >= PROGRAMS.len(), "in most programs there is something to exchange: {smaller}");
    assert!(larger < PROGRAMS.len() - 4, "{larger} programs are too large");
}

/// Threads that share an object which nobody else reaches may be ordered in more than one way: states, but no orbit is lost.
#[test]
fn ties_cost_states_only() {
    let text = "void *w(void *a) { int *p = a; int r = *p; *p = r + 1; return 0; }
        int main(void) { for (int i = 0; i < 2; i++) { int *p = calloc(1, sizeof *p); start(w, p); start(w, p); }
            pthread_exit(0); }";
    let module = compiled(PROGRAMS.len(), text);
    let Counts { ordered, orbits, exchanged } =
        count(&module, "access,future", None).expect("a small program");
    assert!(orbits <= exchanged && exchanged < ordered, "{orbits}, {exchanged}, {ordered}");
}
