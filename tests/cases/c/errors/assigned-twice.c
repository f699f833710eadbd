// title: one variable twice on the left of a parallel assignment
// check: => ERROR 2 "once"
// exercises: parallel assignment
decl once := 0;

void main()
begin
  once, once := 0, 1;
end
