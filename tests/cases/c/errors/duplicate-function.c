// title: two functions of the same name
// check: => ERROR 2 "helper"
// exercises: functions
decl g := 0;

void helper()
begin
  g := 0;
end

void helper()
begin
  g := 1;
end

void main()
begin
  helper();
end
