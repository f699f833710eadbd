// title: whoever waits has seen flag, which is set after the only broadcast, and so waits for ever
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 2 --error-label 2 => FALSE
// exercises: wait, broadcast, late waiter
decl flag := 0, done := 0;

void main()
begin
  0: goto 1, 5;
  1: assume(flag);
  2: wait;
  3: assert(0);
  4: goto 9;
  5: done := 1 constrain !done;
  6: broadcast;
  7: flag := 1;
  8: skip;
  9: skip;
end
