// title: a local of one function is not visible in another
// check: => ERROR 2 "inner"
// exercises: name resolution
decl g := 0;

void helper()
begin
  decl inner;
  inner := 1;
end

void main()
begin
  helper();
  g := inner;
end
