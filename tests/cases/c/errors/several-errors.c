// title: independent errors are all reported in one run
// check: => ERROR 2 "ghost"
// check: => ERROR 2 "Nowhere"
// check: => ERROR 2 "absent"
// check: => ERROR 2 "twoargs"
// check: => ERROR 2 "Again"
// check: => ERROR 2 "inner"
// exercises: several errors, name resolution, labels, calls
decl g := 0;

void twoargs(a, b)
begin
  g := a & b;
end

void main()
begin
  decl inner, inner;
  g := ghost;
  goto Nowhere;
  Again: absent();
  Again: twoargs(1);
end
