// title: the function main has no end
// check: => ERROR 2 "end"
// exercises: syntax
decl g := 0;

void main()
begin
  g := 1;
