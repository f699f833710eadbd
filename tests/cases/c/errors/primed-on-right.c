// title: a primed variable on the right-hand side of an assignment, with a constrain next to it
// check: => ERROR 2 "ready"
// exercises: primed variable, constrain
decl x := 0, ready := 0;

void main()
begin
  x, ready := 'ready, * constrain ('x = x);
end
