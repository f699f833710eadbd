// title: the wait stands behind the section: others run on, see x = 1 and release the waiter
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// check: --threads 2 --error-label 5 => FALSE
// exercises: atomic section, wait, broadcast
decl x := 0;

void main()
begin
  0: goto 1, 8, 10;
  1: atomic_begin;
  2: x := 1;
  3: atomic_end;
  4: wait;
  5: assert(0);
  6: goto 12;
  8: broadcast;
  9: goto 12;
  10: assert(!x);
  12: skip;
end
