// title: test and set in two steps: two threads pass the test, one sets c, the other one asserts !c
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// check: --threads 2 --error-label 4:2 => FALSE
// exercises: integer labels, decl with initial value, assume, goto, assert, error label with count, unbounded initial threads
decl lock := 0, c := 0;

void main()
begin
  1: assume(!lock);
  2: lock := 1;
  4: assert(!c);
  5: c := 1;
  6: c := 0;
  7: lock := 0;
  8: goto 1;
end
