// title: s == l in a shared variable: no failure with two threads, although P' fails; two threads at 3 make b 1, and a third one sees it
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// exercises: shared bool, ==, assume, ternary, parallel assignment
// source: [DKKW11] section 1, program B'
shared bool b = 1;
shared bool t = 1;

1: assert t == b;
2: assume t;
3: b, t = (b ? 0 : *), 0;
