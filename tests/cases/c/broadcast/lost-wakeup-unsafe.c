// title: between the test at 1 and the wait at 3 the only broadcast passes, and the waiter misses it
// check: --threads 1 --error-label 3:1+8:1 => TRUE
// check: --threads 2 --error-label 3:1+8:1 => FALSE
// exercises: wait, broadcast, lost wake-up, conjunction of error labels, if e then goto
decl flag := 0, n := 0;

void main()
begin
  0: goto 1, 5;
  1: if (flag) then goto 9; fi;
  2: skip;
  3: wait;
  4: goto 9;
  5: n := 1 constrain !n;
  6: flag := 1;
  7: broadcast;
  8: goto 8;
  9: skip;
end
