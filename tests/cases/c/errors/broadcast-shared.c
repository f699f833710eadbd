// title: a broadcast to a shared variable
// check: => ERROR 2 "total"
// exercises: broadcast assignment
shared total = 0;
local l = 0;

1: l, [total] = 1, 0;
