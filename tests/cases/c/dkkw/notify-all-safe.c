// title: s = l with s == l in all threads keeps it in all threads: choose(1, 0) is 1
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: broadcast assignment, schoose, ^, goto
// source: [DKKW11] section 2.2, canonical example
local b = 1;

1: b, [b] = 1, schoose[[b] & b, [b] ^ b];
2: assert b;
3: goto 1;
