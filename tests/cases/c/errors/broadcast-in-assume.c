// title: a passive expression outside a broadcast
// check: => ERROR 2 "mine"
// exercises: passive expression, assume
shared s = 0;
local mine = 0;

1: assume [mine] | s;
