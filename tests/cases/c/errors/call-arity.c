// title: a call with one argument of a function with two parameters
// check: => ERROR 2 "twoargs"
// exercises: call
decl g := 0;

void twoargs(a, b)
begin
  g := a & b;
end

void main()
begin
  twoargs(1);
end
