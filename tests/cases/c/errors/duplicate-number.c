// title: the same integer label twice
// check: => ERROR 2 "label"
// check: => ERROR 2 "17"
// exercises: integer labels
decl x := 0;

void main()
begin
  0: skip;
  17: x := 1;
  17: x := 0;
end
