// title: s != l in a local variable without a broadcast: b is 1 at 1 in every thread, for any number of threads
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 4 => TRUE
// exercises: local bool, ternary, star
// source: [DKKW11] section 1, program B
local bool b = 1;

1: assert b;
2: b = b ? * : 1;
