// title: only the thread that took w may wait, so the broadcast releases at most one and b stays 0
// check: --threads 2 => TRUE
// check: --threads 3 => TRUE
// check: --threads 3 --error-label 3:1 => FALSE
// exercises: wait, broadcast, constrain as test and set
decl done := 0, w := 0, a := 0, b := 0;

void main()
begin
  0: goto 1, 6;
  1: w := 1 constrain !w;
  2: wait;
  3: a, b := 1, a;
  4: assert(!b);
  5: goto 9;
  6: done := 1 constrain !done;
  7: broadcast;
  8: skip;
  9: skip;
end
