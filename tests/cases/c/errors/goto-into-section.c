// title: a goto from outside into an atomic section
// check: => ERROR 2 "atomic"
// exercises: atomic_begin, goto
decl g := 0;

void main()
begin
  goto A, B;
  A: atomic_begin;
  B: g := 1;
  atomic_end;
end
