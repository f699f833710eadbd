//! Random programs with two or three threads that communicate by seq_cst atomics and mutexes only.
//!
//! `RUNS` native runs print one outcome per line; without it the process exits with the outcome. With `FORBIDDEN`
//! that outcome violates an assertion. (`box` is not static: clang 19 fails on a static atomic pointer that only
//! ever receives one malloc.)

use crate::random::Random;
use std::fmt::Write;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let threads = 2 + random.below(2);
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         static atomic_int x, y, z;\n_Atomic(int *) box;\nstatic int guarded;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         static int seen[3][3];\nstatic pthread_barrier_t gate;\n\n",
    );
    for thread in 0..threads {
        let _ = write!(text, "static void *run{thread}(void *p) {{\n    int *r = seen[{thread}];\n");
        text.push_str("#ifdef RUNS\n    pthread_barrier_wait(&gate);\n#endif\n");
        let steps = if threads == 2 { 2 + random.below(3) } else { 1 + random.below(3) };
        for _ in 0..steps {
            let _ = writeln!(text, "    {}", statement(&mut random));
        }
        text.push_str("    return p;\n}\n\n");
    }
    let _ = writeln!(text, "static int outcome(void) {{\n    int n = x + 4 * y + 16 * z + 64 * guarded;");
    text.push_str(
        "    for (int i = 0; i < 3; i++)\n        for (int k = 0; k < 3; k++) n = n * 5 + seen[i][k];\n",
    );
    text.push_str("    return n;\n}\n\nstatic int once(void) {\n    pthread_t t[3];\n");
    text.push_str("    x = y = z = 0;\n    box = NULL;\n    guarded = 0;\n");
    text.push_str("    for (int i = 0; i < 3; i++)\n        for (int k = 0; k < 3; k++) seen[i][k] = 0;\n");
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_create(&t[{thread}], NULL, run{thread}, NULL);");
    }
    let _ = writeln!(
        text,
        "    for (int i = 0; i < {threads}; i++) pthread_join(t[i], NULL);\n    return outcome();\n}}\n"
    );
    let _ = write!(
        text,
        "int main(void) {{\n#ifdef RUNS\n    pthread_barrier_init(&gate, NULL, {threads});\n    \
         for (int i = 0; i < RUNS; i++) printf(\"%d\\n\", once());\n    return 0;\n#elif defined FORBIDDEN\n    \
         assert(once() != FORBIDDEN);\n    return 0;\n#else\n    return once();\n#endif\n}}\n"
    );
    text
}

fn statement(random: &mut Random) -> String {
    let variable = ["x", "y", "z"][random.below(3) as usize];
    let register = random.below(3);
    let value = 1 + random.below(3);
    match random.below(14) {
        0 | 1 => format!("{variable} = {value};"),
        2 | 3 => format!("r[{register}] = {variable} & 3;"),
        4 => format!("r[{register}] = atomic_fetch_add(&{variable}, {value}) & 3;"),
        5 => format!("r[{register}] = atomic_exchange(&{variable}, {value}) & 3;"),
        6 => format!(
            "{{ int e = {}; r[{register}] = atomic_compare_exchange_strong(&{variable}, &e, {value}) + (e & 1); }}",
            random.below(2)
        ),
        7 => format!("if ({variable}) r[{register}] = 3; else {variable} = {value};"),
        8 => format!("pthread_mutex_lock(&m); guarded = (guarded + {value}) & 3; pthread_mutex_unlock(&m);"),
        9 => format!("pthread_mutex_lock(&m); r[{register}] = guarded; pthread_mutex_unlock(&m);"),
        10 => format!(
            "if (pthread_mutex_trylock(&m) == 0) {{ guarded = {value} & 3; {variable} = 1; pthread_mutex_unlock(&m); }} else r[{register}] = 2;"
        ),
        // Memory that is private until its address is stored.
        11 => {
            format!("{{ int *n = malloc(2 * sizeof *n); n[0] = {value}; n[1] = {variable} & 1; box = n; }}")
        }
        12 => format!("{{ int *n = box; if (n) r[{register}] = n[0] + n[1] & 3; }}"),
        _ => format!("for (int i = 0; i < 2; i++) {variable} += {value} & 1;"),
    }
}
