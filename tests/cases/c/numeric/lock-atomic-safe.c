// title: test and set in one section: only the thread that set lock is at 4..7, and c is 1 only there
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 2 --error-label 4:2 => TRUE
// exercises: integer labels, decl with initial value, atomic_begin, assume, goto, assert, error label with count, unbounded initial threads
decl lock := 0, c := 0;

void main()
begin
  0: atomic_begin;
  1: assume(!lock);
  2: lock := 1;
  3: atomic_end;
  4: assert(!c);
  5: c := 1;
  6: c := 0;
  7: lock := 0;
  8: goto 0;
end
