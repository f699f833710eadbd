// title: there is no empty statement
// check: => ERROR 2 ";"
// exercises: syntax
decl g := 0;

void main()
begin
  g := 1;
  ;
  skip;
end
