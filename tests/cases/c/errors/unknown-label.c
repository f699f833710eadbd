// title: goto to a label that does not exist
// check: => ERROR 2 "Nowhere"
// exercises: goto
void main()
begin
  goto Nowhere;
end
