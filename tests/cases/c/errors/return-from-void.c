// title: a value returned from a function that returns none
// check: => ERROR 2 "return"
// exercises: return
decl g := 0;

void quiet()
begin
  return g;
end

void main()
begin
  quiet();
end
