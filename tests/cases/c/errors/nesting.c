// title: fi closes a while and od closes an if
// check: => ERROR 2 "fi"
// exercises: syntax, if, while
decl g := 0;

void main()
begin
  if g then
    while g do
      skip;
  fi;
  od;
end
