// title: goto to a label that does not exist
// check: => ERROR 2 "99"
// exercises: goto
shared s = 0;
local l = 0;

1: s = 1;
2: goto 1, 99;
