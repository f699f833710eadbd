// title: one broadcast releases threads at two different wait statements in the same step
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// check: --threads 3 --error-label 2:1+5:1 => FALSE
// check: --threads 2 --error-label 2:1+5:1 => TRUE
// exercises: wait at several places, broadcast
decl done := 0, p := 0, q := 0;

void main()
begin
  0: goto 1, 4, 8;
  1: wait;
  2: p := 1;
  3: goto 10;
  4: wait;
  5: q := 1;
  6: assert(!p);
  7: goto 10;
  8: done := 1 constrain !done;
  9: broadcast;
  10: skip;
end
