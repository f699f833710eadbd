// title: a number other than 0 and 1 as an expression
// check: => ERROR 2 "42"
// exercises: numbers
decl g := 0;

void main()
begin
  g := 42;
end
