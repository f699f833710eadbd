// title: a function without results assigned to a variable
// check: => ERROR 2 "quiet"
// exercises: call with results
decl g := 0;

void quiet()
begin
  skip;
end

void main()
begin
  g := quiet();
end
