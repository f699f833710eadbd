// title: an assignment to a name that no declaration gives
// check: => ERROR 2 "ghost"
// exercises: name resolution
decl g := 0;

void main()
begin
  ghost := g;
end
