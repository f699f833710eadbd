// title: a function that calls itself; the message shows the cycle
// check: => ERROR 2 "walk -> walk"
// exercises: recursion
decl g := 0;

void walk()
begin
  if g then walk(); fi;
end

void main()
begin
  walk();
end
