//! The program around a site: functions without faults that go to the limits of what is defined.

use super::{Language, Site};
use crate::random::Random;
use std::fmt::Write;

/// What every program includes.
const HEADERS: [&str; 8] =
    ["limits.h", "pthread.h", "sched.h", "stdarg.h", "stddef.h", "stdlib.h", "string.h", "unistd.h"];

/// A function of the base: what stands before it, and its body, with a parameter `n` from 1 to 5.
struct Part {
    items: &'static str,
    body: &'static str,
}

const fn part(items: &'static str, body: &'static str) -> Part {
    Part { items, body }
}

/// Parts for both languages.
const PARTS: &[Part] = &[
    part(
        "",
        "int s = 0;
for (int i = 0; i < n; i++) {
int x = i;
{
int *p = &x;
*p += 1;
}
s += x;
}
return s & 31;",
    ),
    part(
        "",
        "int a[6] = {1, 2, 3, 4, 5, 6}, *end = a + 6, s = 0;
for (int *p = a; p != end; p++) s += *p;
return s + a[n] & 31;",
    ),
    part(
        "struct base_point {\nchar tag;\nlong x, y;\n};\nstatic struct base_point base_moved(struct base_point p, long by) {\np.x += by;\nreturn p;\n}\n",
        "struct base_point p = {'a', 1, 2}, q;
q = base_moved(p, n);
return (int)(q.x + q.y) & 31;",
    ),
    part(
        "",
        "int *p = (int *)malloc((size_t)n * sizeof(int)), s = 0;
for (int i = 0; i < n; i++) p[i] = i;
p = (int *)realloc(p, (size_t)(n + 3) * sizeof(int));
p[n + 2] = 1;
for (int i = 0; i < n; i++) s += p[i];
s += p[n + 2];
free(p);
free(NULL);
return s & 31;",
    ),
    part(
        "",
        "char a[8], b[8];
strcpy(a, \"sevench\");
memcpy(b, a, 8);
memmove(a + 1, a, 4);
b[n] = 0;
return (int)(strlen(b) + strlen(a)) & 31;",
    ),
    part(
        "",
        "unsigned x = 1u << 31;
int y = INT_MIN >> 31, z = 1 << 30;
x += x;
return (int)(x + (unsigned)z) - y + (n << 3) & 31;",
    ),
    part(
        "",
        "int x = INT_MAX - 5;
x += n;
long y = (long)INT_MIN / -1;
return x / (n + 1) % 7 + (int)(y % 3) - INT_MIN / 1 % 5;",
    ),
    part(
        "",
        "double x = 2147483647.0 - n;
float y = 0.75f;
unsigned char c = (unsigned char)(255.5f + y - 1.0f);
return ((int)x & 15) + (c & 7);",
    ),
    part(
        "",
        "int s = 0;
switch (n) {
case 1: s = 3;
case 2: s += 4; break;
case 3: {
int k = n;
s = k;
break;
}
default: s = 9;
}
return s;",
    ),
    part(
        "static int base_sum(int count, ...) {
va_list list;
int s = 0;
va_start(list, count);
for (int i = 0; i < count; i++) s += va_arg(list, int);
va_end(list);
return s;
}
",
        "return base_sum(3, n, 2, 3) + base_sum(0) & 31;",
    ),
    part(
        "static int base_up(int x) {\nreturn x + 1;\n}\nstatic int base_down(int x) {\nreturn x - 1;\n}\n",
        "int (*table[2])(int) = {base_up, base_down};
return table[n & 1](n) & 31;",
    ),
    part(
        "",
        "int unused;
char *p = (char *)malloc(0);
free(p);
if (n > 9) unused = 1;
short s = 32767;
s++;
return s < 0 ? n : 1;",
    ),
    part(
        "static int base_factorial(int x) {\nif (x <= 1) return 1;\nreturn x * base_factorial(x - 1);\n}\n",
        "return base_factorial(n) & 31;",
    ),
];

/// Parts for C.
const C_PARTS: &[Part] = &[
    part(
        "",
        "int s = 0;
for (int i = 1; i <= n; i++) {
int a[i];
a[i - 1] = i;
s += a[i - 1] + (int)(sizeof a & 3);
}
return s & 31;",
    ),
    part(
        "",
        "int *p = (int[]){1, 2, n}, s = p[2];
struct { int a, b; } q = {.b = 2};
return s + q.a + q.b & 31;",
    ),
];

/// Parts for C++.
const CPP_PARTS: &[Part] = &[
    part(
        "struct base_counted {\nint *count;\nexplicit base_counted(int *c) : count(c) { ++*count; }\n~base_counted() { *count += 2; }\n};\n",
        "int count = 0;
for (int i = 0; i < n; i++) base_counted one(&count);
return count & 31;",
    ),
    part(
        "",
        "int *p = new int(n), *q = new int[3]();
int &x = *p;
auto add = [&x](int by) { x += by; };
add(q[2] + 1);
int s = *p;
delete p;
delete[] q;
delete[] static_cast<int *>(nullptr);
return s & 31;",
    ),
    part(
        "#include <vector>\n",
        "std::vector<int> v;
for (int i = 0; i < n; i++) v.push_back(i);
int s = 0;
for (int x : v) s += x;
return s & 31;",
    ),
];

/// Who calls the site.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caller {
    Main,
    /// The main thread, while another one runs.
    Beside,
    /// Another thread.
    Thread,
}

/// A program with a site.
pub(super) fn around(random: &mut Random, language: Language, site: &Site) -> String {
    let mut text: String = HEADERS.iter().map(|name| format!("#include <{name}>\n")).collect();
    let parts = chosen(random, language);
    for (i, part) in parts.iter().enumerate() {
        let _ = write!(text, "\n{}static int base{i}(int n) {{\n{}\n}}\n", part.items, part.body);
    }
    let _ = write!(
        text,
        "\n{}static int site(int n) {{\nint r = 0;\n{}\nreturn r & 63;\n}}\n",
        site.items, site.body
    );
    text.push_str(&main_function(random, parts.len(), site));
    indented(&text)
}

/// Up to three different parts.
fn chosen(random: &mut Random, language: Language) -> Vec<&'static Part> {
    let own = if language == Language::C { C_PARTS } else { CPP_PARTS };
    let mut left: Vec<&Part> = PARTS.iter().chain(own).collect();
    let count = 1 + random.below(3);
    (0..count).map(|_| left.swap_remove(random.below(left.len() as u64) as usize)).collect()
}

fn main_function(random: &mut Random, parts: usize, site: &Site) -> String {
    let caller = match random.below(4) {
        _ if site.own_threads => Caller::Main,
        0 => Caller::Beside,
        1 => Caller::Thread,
        _ => Caller::Main,
    };
    let number = site.number;
    let call = match random.below(3) {
        0 => format!("int (*volatile called)(int) = site;\nsum += called({number});\n"),
        _ => format!("sum += site({number});\n"),
    };
    let split = random.below(parts as u64 + 1) as usize;
    let calls: Vec<String> =
        (0..parts).map(|i| format!("sum += base{i}({});\n", 1 + random.below(5))).collect();
    let (before, after) = (calls[..split].concat(), calls[split..].concat());
    match caller {
        Caller::Main => {
            format!("\nint main(void) {{\nint sum = 0;\n{before}{call}{after}return sum < 0;\n}}\n")
        }
        Caller::Beside => threaded(&before, "", &call, &after),
        Caller::Thread => threaded(&before, &call, "", &after),
    }
}

/// A main function with a second thread; both add to a total.
fn threaded(before: &str, thread: &str, main: &str, after: &str) -> String {
    let add = "pthread_mutex_lock(&base_lock);\nbase_total += sum;\npthread_mutex_unlock(&base_lock);\n";
    format!(
        "
static int base_total, base_done;
static pthread_mutex_t base_lock = PTHREAD_MUTEX_INITIALIZER;

static void *base_thread(void *p) {{
int sum = 1;
{thread}{add}__atomic_fetch_add(&base_done, 1, __ATOMIC_SEQ_CST);
return p;
}}

int main(void) {{
pthread_t other;
int sum = 0;
{before}pthread_create(&other, NULL, base_thread, NULL);
{main}{add}pthread_join(other, NULL);
{after}return base_total + sum + base_done < 0;
}}
"
    )
}

/// A text with four columns for each open brace.
fn indented(text: &str) -> String {
    let (mut depth, mut indented) = (0_usize, String::new());
    for line in text.lines().map(str::trim) {
        if line.is_empty() && depth > 0 {
            continue;
        }
        let closes = line.chars().take_while(|c| *c == '}').count();
        let _ = writeln!(indented, "{:1$}{line}", "", 4 * depth.saturating_sub(closes));
        depth = (depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
    }
    indented
}
