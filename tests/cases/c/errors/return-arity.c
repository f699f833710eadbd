// title: one value returned from a function that returns two
// check: => ERROR 2 "return"
// exercises: return
decl g := 0;

bool<2> pair()
begin
  return g;
end

void main()
begin
  g, _ := pair();
end
