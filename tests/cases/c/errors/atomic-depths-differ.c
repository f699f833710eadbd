// title: the statement after fi is reached inside and outside an atomic section
// check: => ERROR 2 "atomic"
// exercises: atomic_begin, if
decl g := 0;

void main()
begin
  if * then atomic_begin; fi;
  g := 1;
end
