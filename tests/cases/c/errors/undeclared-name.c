// title: a name in an expression that no declaration gives
// check: => ERROR 2 "ghost"
// exercises: name resolution
decl g := 0;

void main()
begin
  g := g | ghost;
end
