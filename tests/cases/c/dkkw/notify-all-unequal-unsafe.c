// title: a thread with s != l at first writes s and makes s == l false in the thread that had it
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: broadcast assignment, schoose, ^, local star
// source: [DKKW11] section 2.2, canonical example
local b = *;

1: b, [b] = 1, schoose[[b] & b, [b] ^ b];
2: assert b;
3: goto 1;
