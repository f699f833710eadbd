// title: a passive expression on the right of an active target, beside a broadcast
// check: => ERROR 2 "mine"
// exercises: passive expression, broadcast assignment
shared s = 0;
local mine = 0;

1: s, [mine] = [mine], 0;
