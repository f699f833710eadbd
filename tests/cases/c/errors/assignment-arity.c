// title: two targets and one value
// check: => ERROR 2 "assign"
// exercises: parallel assignment
decl a := 0, b := 0;

void main()
begin
  a, b := 1;
end
