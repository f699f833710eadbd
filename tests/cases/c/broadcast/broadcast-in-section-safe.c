// title: a released thread runs only after the section, and by then x is 1
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 2 --error-label 2 => FALSE
// exercises: broadcast in an atomic section, wait
decl x := 0;

void main()
begin
  0: goto 1, 10;
  1: wait;
  2: assert(x);
  3: goto 20;
  10: atomic_begin;
  11: broadcast;
  12: x := 1;
  13: atomic_end;
  20: skip;
end
