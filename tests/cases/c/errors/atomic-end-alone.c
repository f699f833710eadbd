// title: atomic_end without atomic_begin
// check: => ERROR 2 "atomic"
// exercises: atomic_end
decl g := 0;

void main()
begin
  g := 1;
  atomic_end;
end
