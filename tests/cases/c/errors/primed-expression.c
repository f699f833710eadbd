// title: a prime on an expression that is not a variable
// check: => ERROR 2 "'"
// exercises: primed variable, constrain
decl x := 0, y := 0;

void main()
begin
  x := * constrain '(x & y);
end
