// title: a wait inside an atomic section ends the path: nobody else runs after x := 1, nobody reaches 5
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 1 --error-label 3 => FALSE
// exercises: wait in an atomic section, broadcast
decl x := 0;

void main()
begin
  0: goto 1, 8, 10;
  1: atomic_begin;
  2: x := 1;
  3: wait;
  4: atomic_end;
  5: assert(0);
  6: goto 12;
  8: broadcast;
  9: goto 12;
  10: assert(!x);
  12: skip;
end
