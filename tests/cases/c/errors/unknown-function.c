// title: a call of a function that does not exist
// check: => ERROR 2 "absent"
// exercises: call
void main()
begin
  absent();
end
