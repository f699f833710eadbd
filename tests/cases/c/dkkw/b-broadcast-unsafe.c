// title: ++s also updates s != l of the others: the first thread's step may make it 0 before the second asserts it
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: broadcast assignment, passive expression, ternary, star
// source: [DKKW11] section 1, program P with a notify-all update
local bool b = 1;

1: assert b;
2: b, [b] = b ? * : 1, [b] ? * : 1;
