// title: with b local the first thread leaves t = 0 and the second one still has b = 1
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: shared bool, local bool, ==, assume, ternary, parallel assignment
// source: [DKKW11] section 1, program B' with b made local
shared bool t = 1;
local bool b = 1;

1: assert t == b;
2: assume t;
3: b, t = (b ? 0 : *), 0;
