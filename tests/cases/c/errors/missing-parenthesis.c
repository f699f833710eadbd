// title: a parenthesis that is not closed
// check: => ERROR 2 ")"
// exercises: syntax
decl g := 0;

void main()
begin
  assume((g | !g);
end
