// title: the same label twice in one function
// check: => ERROR 2 "Again"
// exercises: labels
void main()
begin
  Again: skip;
  Again: skip;
end
