// title: one passive copy twice on the left of a parallel assignment; active and passive together would be legal
// check: => ERROR 2 "mine"
// exercises: parallel assignment, passive variable
decl thread_local mine := 0;

void main()
begin
  mine, mine$, mine$ := 0, 0, 1;
end
