// title: 2 as an initial value
// check: => ERROR 2 "2"
// exercises: numbers, decl with value
decl g := 2;

void main()
begin
  g := 1;
end
