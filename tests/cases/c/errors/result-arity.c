// title: a function with two results assigned to one variable
// check: => ERROR 2 "pair"
// exercises: call with results
decl g := 0;

bool<2> pair()
begin
  return g, !g;
end

void main()
begin
  g := pair();
end
