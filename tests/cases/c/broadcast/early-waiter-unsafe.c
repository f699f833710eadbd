// title: flag is set before the only broadcast: a thread waits in between and is released
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: wait, broadcast
decl flag := 0, done := 0;

void main()
begin
  0: goto 1, 5;
  1: assume(flag);
  2: wait;
  3: assert(0);
  4: goto 9;
  5: done := 1 constrain !done;
  6: flag := 1;
  7: broadcast;
  8: skip;
  9: skip;
end
