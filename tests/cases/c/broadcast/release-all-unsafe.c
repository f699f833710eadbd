// title: the only broadcast releases two waiters in one step, and the second one through 2 makes b 1
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// check: --threads 3 --error-label 2:2 => FALSE
// exercises: wait, broadcast, constrain as test and set
decl done := 0, a := 0, b := 0;

void main()
begin
  0: goto 1, 5;
  1: wait;
  2: a, b := 1, a;
  3: assert(!b);
  4: goto 8;
  5: done := 1 constrain !done;
  6: broadcast;
  7: skip;
  8: skip;
end
