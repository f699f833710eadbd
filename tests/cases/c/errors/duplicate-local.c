// title: the same local variable twice in one function
// check: => ERROR 2 "inner"
// exercises: decl
void main()
begin
  decl inner;
  inner := 0;
  decl inner;
end
